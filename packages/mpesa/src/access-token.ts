import { z } from 'zod'
import { type Exchange, exchange } from './exchange.ts'
import { parseJson } from './parse-json.ts'
import type { StoredToken, TokenFailure, TokenStore } from './token-store.ts'

type Token = { outcome: 'ready'; token: string }

type TokenConfig = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  timeoutMs: number
  fetch: typeof fetch
  now: () => number
  store: TokenStore
}

const renewBeforeMs = 60_000
const granted = z.object({
  access_token: z.string().min(1),
  // A number in the documentation, a string in many real answers.
  expires_in: z.union([z.number(), z.string()]).transform(Number).catch(0),
})
const refused = z.object({ errorCode: z.string(), errorMessage: z.string().catch('') })

/** Request tokens and judge their age. The store keeps them and lets only one caller renew at a time. */
export function createAccessToken(config: TokenConfig) {
  const { store } = config

  async function request(): Promise<StoredToken | TokenFailure> {
    const answer = await exchange({
      fetch: config.fetch,
      url: new URL('/oauth/v1/generate?grant_type=client_credentials', config.baseUrl),
      init: { headers: { authorization: basic(config) } },
      timeoutMs: config.timeoutMs,
    })
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

function basic({ consumerKey, consumerSecret }: TokenConfig): string {
  return `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`
}

function describeFailure(answer: Exchange): TokenFailure {
  if (answer.kind !== 'answered') {
    return {
      outcome: 'not-sent',
      code: answer.code,
      reason: answer.reason,
      stopQueue: false,
      retryable: true,
    }
  }
  const error = refused.safeParse(parseJson(answer.text))
  return {
    outcome: 'not-sent',
    code: error.success ? error.data.errorCode : `HTTP_${answer.status}`,
    reason: error.success ? error.data.errorMessage.slice(0, 200) : 'No access token in the answer',
    // 4xx: the consumer key or secret is wrong until someone changes it. 429 passes on its own.
    stopQueue: answer.status >= 400 && answer.status < 500 && answer.status !== 429,
    retryable: true,
  }
}
