import { z } from 'zod'
import { formatEatCompact } from '../eat-time.ts'
import { type GatewayAnswer, judgeUnanswered } from '../gateway.ts'
import {
  classifyGatewayError,
  type Doubt,
  type GatewayError,
  type NotSent,
  readGatewayError,
} from '../gateway-errors.ts'
import { parseJson } from '../parse-json.ts'

export type StkConfig = {
  /** The PayBill number; for a till the number of its store or head office. */
  shortCode: string
  passkey: string
  transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline'
  /** Only for CustomerBuyGoodsOnline. */
  till?: string
}

export const stkPush = z.object({
  amountKes: z.int().positive().max(250_000),
  msisdn: z.string().regex(/^254\d{9}$/),
  // Daraja refuses or truncates longer ones, and a truncated reference matches no member.
  accountReference: z.string().regex(/^[A-Za-z0-9-]{1,12}$/),
  description: z.string().min(1).max(13),
  callbackUrl: z.url(),
})
export type StkPush = z.infer<typeof stkPush>

/** `unknown`: the member may see the prompt. Without an id to query, only the callback decides. */
export type StkPushOutcome =
  | { outcome: 'accepted'; merchantRequestId: string; checkoutRequestId: string }
  | NotSent
  | Doubt

/** Password and Timestamp belong together: Daraja checks one with the other. */
export function signStk({ shortCode, passkey }: StkConfig, now: Date) {
  const timestamp = formatEatCompact(now)
  const password = Buffer.from(`${shortCode}${passkey}${timestamp}`).toString('base64')
  return { BusinessShortCode: Number(shortCode), Password: password, Timestamp: timestamp }
}

/** `CallBackURL` has a capital B, and the payer's number occurs twice. */
export function stkPushBody(config: StkConfig, push: StkPush, now: Date) {
  return {
    ...signStk(config, now),
    TransactionType: config.transactionType,
    Amount: String(push.amountKes),
    PartyA: push.msisdn,
    PartyB: config.till ?? config.shortCode,
    PhoneNumber: push.msisdn,
    CallBackURL: push.callbackUrl,
    AccountReference: push.accountReference,
    TransactionDesc: push.description,
  }
}

const id = z.string().min(1)
const acknowledgement = z.object({
  MerchantRequestID: id,
  CheckoutRequestID: id,
  ResponseCode: z.union([z.string(), z.number()]).transform(String),
  ResponseDescription: z.string().catch(''),
})

export function readStkAcknowledgement(answer: GatewayAnswer): StkPushOutcome {
  if (answer.kind !== 'answered') return judgeUnanswered(answer)
  const error = readGatewayError(answer.status, answer.text)
  if (error) return classifyInternalError(error) ?? classifyGatewayError(error)
  const ack = acknowledgement.safeParse(answer.status < 300 ? parseJson(answer.text) : undefined)
  if (!ack.success) {
    return { outcome: 'unknown', code: `HTTP_${answer.status}`, reason: 'The answer is no acknowledgement' }
  }
  const { ResponseCode, ResponseDescription, MerchantRequestID, CheckoutRequestID } = ack.data
  if (ResponseCode !== '0') {
    return { outcome: 'unknown', code: ResponseCode, reason: ResponseDescription.slice(0, 200) }
  }
  return { outcome: 'accepted', merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID }
}

/** One code has three meanings, which only the text distinguishes; any other text proves nothing. */
function classifyInternalError({ code, message }: GatewayError): NotSent | undefined {
  if (code !== '500.001.1001') return undefined
  const refusal = { outcome: 'not-sent', code, reason: message.slice(0, 200) } as const
  if (/unable to lock subscriber/i.test(message)) return { ...refusal, stopQueue: false, retryable: true }
  if (/wrong credentials|merchant does not exist/i.test(message)) {
    return { ...refusal, stopQueue: true, retryable: false }
  }
  return undefined
}
