import { z } from 'zod'
import { formatEatCompact, parseEatTime } from './eat-time.ts'
import { parseJson } from './exchange.ts'
import {
  classifyGatewayError,
  type Doubt,
  type GatewayAnswer,
  type GatewayError,
  judgeUnanswered,
  type NotSent,
  readGatewayError,
} from './gateway.ts'
import { listOf, type Parsed, text } from './results.ts'

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

export const stkQuery = z.object({ checkoutRequestId: z.string().min(1).max(100) })
export type StkQuery = z.infer<typeof stkQuery>

/**
 * `paid` has no receipt and amount; those are in the callback. `pending` includes missing and unreadable answers, because none
 * of them says that the member has not paid.
 */
export type StkQueryOutcome =
  | { outcome: 'paid' }
  | { outcome: 'failed'; code: string; description: string }
  | { outcome: 'pending'; code: string; reason: string }

export function stkQueryBody(config: StkConfig, query: StkQuery, now: Date) {
  return { ...signStk(config, now), CheckoutRequestID: query.checkoutRequestId }
}

const code = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const result = z.object({
  ResponseCode: code,
  CheckoutRequestID: z.string(),
  // A string here, a number in the callback.
  ResultCode: code,
  ResultDesc: z.string().catch(''),
})

export function readStkStatus(answer: GatewayAnswer, { checkoutRequestId }: StkQuery): StkQueryOutcome {
  if (answer.kind === 'no-token') return pending(answer.failure.code, answer.failure.reason)
  if (answer.kind !== 'answered') return pending(answer.code, answer.reason)
  const error = readGatewayError(answer.status, answer.text)
  if (error) return pending(error.code, error.message)
  const parsed = result.safeParse(answer.status < 300 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return pending(`HTTP_${answer.status}`, 'The answer is no result')
  const { ResponseCode, CheckoutRequestID, ResultCode, ResultDesc } = parsed.data
  if (ResponseCode !== '0') return pending(ResponseCode, ResultDesc)
  if (CheckoutRequestID !== checkoutRequestId)
    return pending('OTHER_REQUEST', 'The answer is about another request')
  const { verdict, description } = classifyStkResult(ResultCode, ResultDesc)
  if (verdict === 'paid') return { outcome: 'paid' }
  if (verdict === 'failed') return { outcome: 'failed', code: ResultCode, description }
  return pending(ResultCode, ResultDesc)
}

function pending(code: string, reason: string): StkQueryOutcome {
  return { outcome: 'pending', code, reason: reason.slice(0, 200) }
}

type StkCallback = {
  resultCode: string
  resultDesc: string
  merchantRequestId: string
  checkoutRequestId: string
  amountKes?: number
  receipt?: string
  msisdn?: string
  completedAt?: Date
}

/** `Balance` arrives without a value. */
const items = listOf(z.object({ Name: z.string(), Value: text.optional().catch(undefined) }))

const callback = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: text,
      CheckoutRequestID: text,
      ResultCode: text,
      ResultDesc: z.string().catch(''),
      // Absent if nothing was paid.
      CallbackMetadata: z.object({ Item: items }).optional().catch(undefined),
    }),
  }),
})

/**
 * Parse what Daraja posts to a push's CallBackURL; `classifyStkResult` interprets the code. Anyone can post there, so compare
 * it with the push. Missing or invalid details are omitted. Never throws.
 */
export function parseStkCallback(json: unknown): Parsed<StkCallback> {
  const parsed = callback.safeParse(json)
  if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error).slice(0, 300) }
  const { MerchantRequestID, CheckoutRequestID, ResultCode, ResultDesc, CallbackMetadata } =
    parsed.data.Body.stkCallback
  const find = (name: string) => CallbackMetadata?.Item.find(({ Name }) => Name === name)?.Value
  return {
    ok: true,
    value: {
      resultCode: ResultCode,
      resultDesc: ResultDesc,
      merchantRequestId: MerchantRequestID,
      checkoutRequestId: CheckoutRequestID,
      ...readPayment(find),
    },
  }
}

function readPayment(find: (name: string) => string | undefined) {
  const amount = find('Amount') ?? ''
  const receipt = find('MpesaReceiptNumber')
  const msisdn = find('PhoneNumber') ?? ''
  const completedAt = parseEatTime(find('TransactionDate') ?? '')
  return {
    ...(/^\d{1,9}(\.\d{1,6})?$/.test(amount) ? { amountKes: Number(amount) } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(/^\d{12}$/.test(msisdn) ? { msisdn } : {}),
    ...(completedAt ? { completedAt } : {}),
  }
}

/** `failed` may be shown to the member; a later success still counts. Unlisted codes are `pending` until the caller's deadline. */
type StkVerdict = 'paid' | 'failed' | 'pending'
type StkClassification = { verdict: StkVerdict; description: string }

const failed = (description: string) => ({ verdict: 'failed', description }) as const

const codes = new Map<string, StkClassification>([
  ['0', { verdict: 'paid', description: 'Paid.' }],
  ['1', failed('There is too little money in this M-Pesa account.')],
  ['2', failed('The amount is below the M-Pesa minimum.')],
  ['3', failed('The amount is above the M-Pesa maximum.')],
  ['4', failed('The payment would pass the daily M-Pesa limit.')],
  ['8', failed('The payment would pass the most an M-Pesa account may hold.')],
  [
    '17',
    failed(
      'This number was asked for the same amount less than two minutes ago. Wait a moment, then try again.',
    ),
  ],
  ['1001', failed('The phone is busy with another M-Pesa session.')],
  ['1019', failed('Nobody entered the PIN in time.')],
  ['1025', failed('M-Pesa could not reach the phone.')],
  ['1032', failed('It was cancelled on the phone.')],
  ['1037', failed('The phone could not be reached, or nobody answered.')],
  // In payouts this code is about our own credentials.
  ['2001', failed('The M-Pesa PIN was wrong.')],
  ['2028', failed('M-Pesa does not let us ask for this payment.')],
  ['8006', failed('The M-Pesa PIN is locked.')],
  ['9999', failed('M-Pesa could not reach the phone.')],
  ['SFC_IC0003', failed('M-Pesa does not know this number, or not our account.')],
])

const undecided = /being processed|under processing/i

/** The text takes precedence over the code: M-Pesa says "still under processing" with undocumented codes. */
export function classifyStkResult(code: string, text = ''): StkClassification {
  const known = undecided.test(text) ? undefined : codes.get(code)
  return known ?? { verdict: 'pending', description: 'M-Pesa has not decided it yet.' }
}
