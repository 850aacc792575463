/** `renewAt` in milliseconds since 1970. */
export type StoredToken = { token: string; renewAt: number }

/** Without a token nothing can be sent, so every failure here leaves the payout where it was. */
export type TokenFailure = {
  outcome: 'not-sent'
  code: string
  reason: string
  stopQueue: boolean
  retryable: true
}

export type TokenStore = {
  /** What is kept, whatever its age. Waits for a renewal that is under way: it revokes what is kept now. */
  read(): Promise<StoredToken | undefined>
  /**
   * Daraja revokes the previous token whenever a new one is asked for. So `request` runs in at most one process at a
   * time, and everybody else gets its result; a failure is handed out and not kept. `refused` is the token that the
   * caller can no longer use, `undefined` if there was none: where another one is kept by now, it is that one's turn.
   */
  renew(
    refused: string | undefined,
    request: () => Promise<StoredToken | TokenFailure>,
  ): Promise<StoredToken | TokenFailure>
}

/** One token for all callers of this process. A second process with the same consumer key needs a common store. */
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
