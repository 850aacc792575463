import { createAccessToken } from './access-token.ts'
import { type Exchange, exchange } from './exchange.ts'
import { type Doubt, isInvalidToken, type NotSent, readGatewayError } from './gateway-errors.ts'
import { fetchOnce } from './post-once.ts'
import { createMemoryTokenStore, type TokenFailure, type TokenStore } from './token-store.ts'

type GatewayConfig = {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  timeoutMs: number
  fetch?: typeof fetch
  now?: () => number
  tokenStore?: TokenStore
}

type Sending = { token: string; mayWrite: (() => boolean) | undefined }

export type GatewayAnswer = Exchange | { kind: 'no-token'; failure: TokenFailure }

/** Send calls to Daraja. The only retry: a refused token is renewed and the same body is sent again. */
export function createGateway(config: GatewayConfig) {
  const http = config.fetch ?? fetchOnce
  const accessToken = createAccessToken({
    ...config,
    fetch: http,
    now: config.now ?? Date.now,
    store: config.tokenStore ?? createMemoryTokenStore(),
  })

  function send(path: string, body: object, { token, mayWrite }: Sending): Promise<Exchange> {
    return exchange({
      fetch: http,
      url: new URL(path, config.baseUrl),
      init: {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      timeoutMs: config.timeoutMs,
      ...(mayWrite && { mayWrite }),
    })
  }

  /** `mayWrite`: asked right before the request is written; false sends nothing. */
  async function post(path: string, body: object, mayWrite?: () => boolean): Promise<GatewayAnswer> {
    const first = await accessToken.get()
    if (first.outcome !== 'ready') return { kind: 'no-token', failure: first }
    const answer = await send(path, body, { token: first.token, mayWrite })
    if (!refusesToken(answer)) return answer

    const second = await accessToken.renew(first.token)
    if (second.outcome !== 'ready') return { kind: 'no-token', failure: second }
    return send(path, body, { token: second.token, mayWrite })
  }

  return { prepare: accessToken.get, post }
}

function refusesToken(answer: Exchange): boolean {
  const error = answer.kind === 'answered' ? readGatewayError(answer.status, answer.text) : undefined
  return error !== undefined && isInvalidToken(error)
}

/** Classify an order without a readable answer. */
export function judgeUnanswered(answer: Exclude<GatewayAnswer, { kind: 'answered' }>): NotSent | Doubt {
  if (answer.kind === 'no-token') return answer.failure
  const { code, reason } = answer
  if (answer.kind === 'lost') return { outcome: 'unknown', code, reason }
  return { outcome: 'not-sent', code, reason, stopQueue: false, retryable: true }
}
