import { z } from 'zod'
import { parseJson } from './parse-json.ts'

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

export function isInvalidToken({ code, message }: GatewayError): boolean {
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
