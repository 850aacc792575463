import { z } from 'zod'
import { type Exchange, exchange } from './exchange.ts'
import { parseJson } from './parse-json.ts'

/** Without a token nothing can be sent, so every failure here leaves the payout where it was. */
type TokenFailure = {
  outcome: 'not-sent'
  code: string
  reason: string
  stopQueue: boolean
  retryable: true
}
type Token = { outcome: 'ready'; token: string }

type TokenConfig = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  timeoutMs: number
  fetch: typeof fetch
  now: () => number
}

const renewBeforeMs = 60_000
const granted = z.object({
  access_token: z.string().min(1),
  // A number in the documentation, a string in many real answers.
  expires_in: z.union([z.number(), z.string()]).transform(Number).catch(0),
})
const refused = z.object({ errorCode: z.string(), errorMessage: z.string().catch('') })

/**
 * Keeps one token for all callers. Daraja revokes the previous token whenever a new one is asked for, so two parallel
 * requests would cancel each other: callers that come while one is under way wait for that one.
 */
export function createAccessToken(config: TokenConfig) {
  let cached: { token: string; renewAt: number } | undefined
  let pending: Promise<Token | TokenFailure> | undefined

  async function request(): Promise<Token | TokenFailure> {
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
    cached = { token: grant.data.access_token, renewAt: config.now() + lifeMs - renewBeforeMs }
    return { outcome: 'ready', token: grant.data.access_token }
  }

  async function get(): Promise<Token | TokenFailure> {
    if (pending !== undefined) return pending
    if (cached && config.now() < cached.renewAt) return { outcome: 'ready', token: cached.token }
    pending = request().finally(() => {
      pending = undefined
    })
    return pending
  }

  /** Names the refused token, so that a caller who learns of it late does not throw away its successor. */
  function discard(token: string): void {
    if (cached?.token === token) cached = undefined
  }

  return { get, discard }
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
    // 4xx: the consumer key or secret is wrong and stays wrong until somebody changes it. 429 passes by itself.
    stopQueue: answer.status >= 400 && answer.status < 500 && answer.status !== 429,
    retryable: true,
  }
}
