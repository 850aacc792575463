import { z } from 'zod'
import { type Exchange, parseJson } from './exchange.ts'

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

type Token = { outcome: 'ready'; token: string }

type TokenConfig = {
  ask: () => Promise<Exchange>
  /** How long before its end a token is renewed. */
  renewBeforeMs: number
  now: () => number
  store: TokenStore
}

const granted = z.object({
  access_token: z.string().min(1),
  // Providers document a number and answer a string, or the other way round.
  expires_in: z.union([z.number(), z.string()]).transform(Number).catch(0),
})
const refused = z.object({ errorCode: z.string(), errorMessage: z.string().catch('') })

/** Request tokens and judge their age. The store keeps them and lets only one caller renew at a time. */
export function createAccessToken(config: TokenConfig) {
  const { store, renewBeforeMs } = config

  async function request(): Promise<StoredToken | TokenFailure> {
    const answer = await config.ask()
    const body = answer.kind === 'answered' && answer.status === 200 ? parseJson(answer.text) : undefined
    const grant = granted.safeParse(body)
    if (!grant.success) return describeFailure(answer)
    const lifeMs = Number.isFinite(grant.data.expires_in) ? grant.data.expires_in * 1000 : 0
    return { token: grant.data.access_token, renewAt: config.now() + lifeMs - renewBeforeMs }
  }

  async function renewOrFail(unusable: string | undefined): Promise<Token | TokenFailure> {
    const renewed = await store.renew(unusable, request)
    return 'token' in renewed ? { outcome: 'ready', token: renewed.token } : renewed
  }

  async function getOrFail(): Promise<Token | TokenFailure> {
    const kept = await store.read()
    if (kept && config.now() < kept.renewAt) return { outcome: 'ready', token: kept.token }
    return renewOrFail(kept?.token)
  }

  return {
    get: () => getOrFail().catch(storeFailure),
    /** Names the refused token, so that a late caller does not revoke its successor. */
    renew: (unusable: string) => renewOrFail(unusable).catch(storeFailure),
  }
}

/** A shared store can be unreachable; then nothing was sent. */
function storeFailure(error: unknown): TokenFailure {
  const reason = String(error instanceof Error ? error.message : error).slice(0, 200)
  return { outcome: 'not-sent', code: 'TOKEN_STORE', reason, stopQueue: false, retryable: true }
}

function describeFailure(answer: Exchange): TokenFailure {
  if (answer.kind !== 'answered') {
    const { code, reason } = answer
    return { outcome: 'not-sent', code, reason, stopQueue: false, retryable: true }
  }
  const error = refused.safeParse(parseJson(answer.text))
  return {
    outcome: 'not-sent',
    code: error.success ? error.data.errorCode : `HTTP_${answer.status}`,
    reason: error.success ? error.data.errorMessage.slice(0, 200) : 'No access token in the answer',
    // 4xx: the client's id or secret is wrong until someone changes it. 429 passes on its own.
    stopQueue: answer.status >= 400 && answer.status < 500 && answer.status !== 429,
    retryable: true,
  }
}
