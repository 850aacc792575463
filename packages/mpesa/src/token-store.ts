/** `renewAt` in milliseconds since 1970. */
export type StoredToken = { token: string; renewAt: number }

/** Without a token nothing is sent, so every failure here leaves the payout unchanged. */
export type TokenFailure = {
  outcome: 'not-sent'
  code: string
  reason: string
  stopQueue: boolean
  retryable: true
}

export type TokenStore = {
  /** Read the stored token of any age. Waits for a running renewal, which revokes it. */
  read(): Promise<StoredToken | undefined>
  /**
   * Daraja revokes the previous token with each new one. So at most one process runs `request`, and the others get its
   * result; a failure is not stored. `refused` is the caller's unusable token, or `undefined`: if another one is stored by
   * now, that one is returned.
   */
  renew(
    refused: string | undefined,
    request: () => Promise<StoredToken | TokenFailure>,
  ): Promise<StoredToken | TokenFailure>
}

/** Create an in-memory store. A second process with the same consumer key needs a shared store. */
export function createMemoryTokenStore(): TokenStore {
  let kept: StoredToken | undefined
  let renewal: Promise<StoredToken | TokenFailure> | undefined

  async function run(request: Parameters<TokenStore['renew']>[1]) {
    const answer = await request()
    kept = 'token' in answer ? answer : undefined
    return answer
  }

  return {
    async read() {
      await renewal?.catch(() => undefined)
      return kept
    },
    renew(refused, request) {
      if (renewal !== undefined) return renewal
      if (kept && kept.token !== refused) return Promise.resolve(kept)
      renewal = run(request).finally(() => {
        renewal = undefined
      })
      return renewal
    },
  }
}
