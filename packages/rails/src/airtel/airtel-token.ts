import { exchange } from '@chuma/mpesa/exchange'
import { parseJson } from '@chuma/mpesa/parse-json'
import { createMemoryTokenStore, type StoredToken, type TokenFailure } from '@chuma/mpesa/token-store'
import { z } from 'zod'

type TokenConfig = {
  baseUrl: string
  clientId: string
  clientSecret: string
  timeoutMs: number
  fetch: typeof fetch
  now: () => number
}
export type Token = { outcome: 'ready'; token: string } | TokenFailure

/** A token lives three minutes. */
const RENEW_BEFORE_MS = 20_000
const granted = z.object({
  access_token: z.string().min(1),
  // A string in the documentation, a number in some answers.
  expires_in: z.union([z.number(), z.string()]).transform(Number).catch(0),
})

export function createAirtelToken(config: TokenConfig) {
  const store = createMemoryTokenStore()

  async function request(): Promise<StoredToken | TokenFailure> {
    const answer = await exchange({
      fetch: config.fetch,
      url: new URL('/auth/oauth2/token', config.baseUrl),
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: '*/*' },
        body: JSON.stringify({
          client_id: config.clientId,
          client_secret: config.clientSecret,
          grant_type: 'client_credentials',
        }),
      },
      timeoutMs: config.timeoutMs,
    })
    if (answer.kind !== 'answered') return fail(answer.code, answer.reason, false)
    const grant = granted.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
    if (!grant.success) {
      // 4xx: the client's id or secret is wrong until someone changes it. 429 passes on its own.
      const isWrong = answer.status >= 400 && answer.status < 500 && answer.status !== 429
      return fail(`HTTP_${answer.status}`, 'No access token in the answer', isWrong)
    }
    const lifeMs = Number.isFinite(grant.data.expires_in) ? grant.data.expires_in * 1000 : 0
    return { token: grant.data.access_token, renewAt: config.now() + lifeMs - RENEW_BEFORE_MS }
  }

  async function renew(refused: string | undefined): Promise<Token> {
    const renewed = await store.renew(refused, request)
    return 'token' in renewed ? { outcome: 'ready', token: renewed.token } : renewed
  }

  return {
    async get(): Promise<Token> {
      const kept = await store.read()
      if (kept && config.now() < kept.renewAt) return { outcome: 'ready', token: kept.token }
      return renew(kept?.token)
    },
    renew: (refused: string) => renew(refused),
  }
}

function fail(code: string, reason: string, stopQueue: boolean): TokenFailure {
  return { outcome: 'not-sent', code, reason: reason.slice(0, 200), stopQueue, retryable: true }
}
