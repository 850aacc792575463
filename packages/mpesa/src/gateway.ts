import { z } from 'zod'
import {
  createAccessToken,
  createMemoryTokenStore,
  type TokenFailure,
  type TokenStore,
} from './access-token.ts'
import { type Exchange, exchange, fetchOnce, parseJson } from './exchange.ts'

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
  const credentials = Buffer.from(`${config.consumerKey}:${config.consumerSecret}`)
  const accessToken = createAccessToken({
    ask: () =>
      exchange({
        fetch: http,
        url: new URL('/oauth/v1/generate?grant_type=client_credentials', config.baseUrl),
        init: { headers: { authorization: `Basic ${credentials.toString('base64')}` } },
        timeoutMs: config.timeoutMs,
      }),
    renewBeforeMs: 60_000,
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

/** Nothing happened, provably. `retryable` allows an automatic resend; `stopQueue` needs a person first. */
export type NotSent = {
  outcome: 'not-sent'
  code: string
  reason: string
  stopQueue: boolean
  retryable: boolean
  /** The provider itself says that it is busy. Some take the order all the same. */
  isBusy?: true
}
/** The payment may have happened. */
export type Doubt = { outcome: 'unknown'; code: string; reason: string }

const invalidToken = new Set(['404.001.03', '401.002.01', '401.003.01', '400.003.01'])
const busy = new Set(['500.003.02', '500.003.03'])
const badRequest = new Set(['400.002.02', '400.002.05', '400.003.02'])
const wrongDoor = new Set(['404.001.01', '404.001.04', '404.002.01', '404.003.01', '405.001'])

const fieldOfOnePayout =
  /PartyB|Amount|Remarks|Occass?ion|ConversationID|PhoneNumber|AccountReference|TransactionDesc/i
const text = z.union([z.string(), z.number()]).transform(String)
const envelope = z.object({ errorCode: text, errorMessage: z.string().catch('') })
/** Of Apigee, the gateway before Daraja, where Safaricom has not replaced its own. */
const fault = z.object({
  fault: z.object({ faultstring: z.string().catch(''), detail: z.object({ errorcode: z.string() }) }),
})
/** Apigee's limits of traffic and its check of the token come before it forwards anything. Its time-outs come after. */
const faultBusy = /^policies\.(ratelimit|concurrentratelimit)\.\w*Violation$/
const faultToken =
  /^(keymanagement\.service\.(invalid_access_token|access_token_expired)|(steps\.)?oauth\.v2\.\w*AccessToken\w*)$/i

export type GatewayError = { code: string; message: string }

/** Parse the error envelope of a 4xx or 5xx answer; `undefined` for a gateway's page and everything else. */
export function readGatewayError(status: number, body: string): GatewayError | undefined {
  if (status < 400) return undefined
  const json = parseJson(body)
  const own = envelope.safeParse(json)
  if (own.success) return { code: own.data.errorCode, message: own.data.errorMessage }
  const apigee = fault.safeParse(json)
  if (!apigee.success) return undefined
  const { faultstring, detail } = apigee.data.fault
  return { code: detail.errorcode, message: faultstring }
}

function isInvalidToken({ code, message }: GatewayError): boolean {
  return (invalidToken.has(code) || faultToken.test(code)) && !isDuplicate(message)
}

/**
 * Classify an error envelope. Only documented refusals count as not sent; every other code may hide a payment, such as
 * 500.002.1001: it answers a repeated OriginatorConversationID, whose first use may have been paid, and plain trouble too.
 */
export function classifyGatewayError({ code, message }: GatewayError): NotSent | Doubt {
  const reason = message.slice(0, 200)
  if (isDuplicate(message)) return { outcome: 'unknown', code, reason }
  if (busy.has(code) || faultBusy.test(code)) {
    return { outcome: 'not-sent', code, reason, stopQueue: false, retryable: true, isBusy: true }
  }
  if (invalidToken.has(code) || faultToken.test(code)) {
    return { outcome: 'not-sent', code, reason, stopQueue: false, retryable: true }
  }
  if (badRequest.has(code)) {
    // A wrong short code or callback URL fails every later payout too; a wrong amount only this one.
    const stopQueue = !fieldOfOnePayout.test(message)
    return { outcome: 'not-sent', code, reason, stopQueue, retryable: false }
  }
  if (wrongDoor.has(code)) return { outcome: 'not-sent', code, reason, stopQueue: true, retryable: false }
  return { outcome: 'unknown', code, reason }
}

function isDuplicate(message: string): boolean {
  return /duplicate/i.test(message)
}

/**
 * `accepted`: Daraja took the order; the result comes later. `not-sent`: provably no money moves; `retryable` allows an
 * automatic resend with the same id, `stopQueue` needs a person first. `unknown`: only a result, a status query or a
 * statement can tell.
 */
export type CommandOutcome =
  | { outcome: 'accepted'; conversationId: string; originatorConversationId: string }
  | NotSent
  | Doubt

const acknowledgement = z.object({
  ResponseCode: text,
  ConversationID: text,
  OriginatorConversationID: text,
  ResponseDescription: z.string().optional().catch(undefined),
})

/** Parse the immediate answer to a command. Success needs ResponseCode 0 and both ids. */
export function readAcknowledgement(answer: GatewayAnswer): CommandOutcome {
  if (answer.kind !== 'answered') return judgeUnanswered(answer)
  const { status } = answer
  const error = readGatewayError(status, answer.text)
  if (error) return classifyGatewayError(error)
  if (status >= 400) {
    return { outcome: 'unknown', code: `HTTP_${status}`, reason: `HTTP ${status} without an error code` }
  }
  const ack = acknowledgement.safeParse(parseJson(answer.text))
  if (status >= 300 || !ack.success) {
    return { outcome: 'unknown', code: `HTTP_${status}`, reason: 'The answer is no acknowledgement' }
  }
  const { ResponseCode, ResponseDescription, ConversationID, OriginatorConversationID } = ack.data
  if (ResponseCode !== '0') {
    return { outcome: 'unknown', code: ResponseCode, reason: (ResponseDescription ?? '').slice(0, 200) }
  }
  return {
    outcome: 'accepted',
    conversationId: ConversationID,
    originatorConversationId: OriginatorConversationID,
  }
}
