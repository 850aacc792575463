import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Exchange, parseJson } from '@chuma/mpesa/exchange'
import { z } from 'zod'
import {
  type BalanceOutcome,
  doubt,
  notSent,
  type Parsed,
  type QueryOutcome,
  type RailResult,
  type SendOutcome,
} from './outcomes.ts'

type Answer = Extract<Exchange, { kind: 'answered' }>

const text = z.union([z.string(), z.number()]).transform(String)
const transaction = z.object({
  id: text.optional().catch(undefined),
  reference_id: text.optional().catch(undefined),
  airtel_money_id: text.optional().catch(undefined),
  status: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
})
const envelope = z.object({
  data: z.object({ transaction }).optional().catch(undefined),
  status: z.object({ response_code: text, message: z.string().catch('') }),
})

/** Read the answer to an order. What is not documented as a refusal may hide a payment. */
export function readDisbursement(answer: Answer, id: string): SendOutcome {
  const { status } = answer
  if (status === 429)
    return notSent('HTTP_429', 'Airtel takes no more requests now', { retryable: true, isBusy: true })
  if (status === 401) return notSent('HTTP_401', 'Airtel refuses the token', { retryable: true })
  const parsed = envelope.safeParse(parseJson(answer.text))
  if (!parsed.success) return doubt(`HTTP_${status}`, 'The answer is none of a disbursement')
  const { response_code: code, message } = parsed.data.status
  if (isRefusedByRouter(code)) return notSent(code, message, { stopQueue: true })
  const meaning = readResponseCode(code)
  // A server that fails may say anything.
  if (status >= 500 || meaning.class === 'review') return doubt(code, message || meaning.text)
  const isDuplicate = code === 'DP00900001011' || code === 'DP00900001017'
  if (isDuplicate || status >= 300) return judgeRefusal(code, message || meaning.text)
  const said = parsed.data.data?.transaction
  // Of a payment that it calls by another id we know nothing.
  if (said?.id !== undefined && said.id !== id) return doubt('OTHER_ID', `Airtel answered about ${said.id}`)
  const conversationId = said?.reference_id ?? id
  const result = readFinal(code, { id, said })
  return { outcome: 'accepted', conversationId, ...(result && { result: { ...result, conversationId } }) }
}

/** A refusal with an HTTP error: only our own fault proves that nothing was paid. */
function judgeRefusal(code: string, reason: string): SendOutcome {
  const { class: verdict } = readResponseCode(code)
  if (verdict === 'operator') return notSent(code, reason, { stopQueue: true })
  if (verdict === 'member') return notSent(code, reason)
  return doubt(code, reason)
}

type Said = { id: string; said: z.infer<typeof transaction> | undefined }

/** The result, if the answer has one. A payment without Airtel's own id of it is not believed to be made yet. */
function readFinal(code: string, { id, said }: Said): RailResult | undefined {
  const meaning = readResponseCode(code)
  const word = said?.status === undefined ? meaning : (readStatus(said.status) ?? meaning)
  const receipt = said?.airtel_money_id
  if (meaning.class === 'paid') {
    if (word.class !== 'paid' || !receipt) return undefined
    return { originatorConversationId: id, receipt, code, description: 'Paid.', verdict: 'paid' }
  }
  if (meaning.class !== 'member' && meaning.class !== 'operator') return undefined
  return { originatorConversationId: id, code, description: meaning.text, verdict: meaning.class }
}

/** Read the answer to an enquiry. One that does not find the payment proves nothing. */
export function readEnquiry(answer: Answer, id: string): QueryOutcome {
  if (answer.status === 401) return notSent('HTTP_401', 'Airtel refuses the token', { retryable: true })
  const parsed = envelope.safeParse(parseJson(answer.text))
  if (answer.status >= 500 || !parsed.success) {
    return doubt(`HTTP_${answer.status}`, 'The answer is none of an enquiry')
  }
  const said = parsed.data.data?.transaction
  const { response_code: code } = parsed.data.status
  const about = { originatorConversationId: said?.id ?? id, code }
  const status = said?.status === undefined ? undefined : readStatus(said.status)
  const meaning = readResponseCode(code)
  if (!status)
    return { outcome: 'answered', result: { ...about, description: meaning.text, verdict: 'unknown' } }
  const receipt = said?.airtel_money_id
  // Why it failed is in the code, and who has to fix it.
  const isOurs = status.class === 'member' && meaning.class === 'operator'
  const verdict = isOurs ? 'operator' : status.class
  const description = status.class === 'member' && meaning.class !== 'paid' ? meaning.text : status.text
  return { outcome: 'answered', result: { ...about, ...(receipt && { receipt }), description, verdict } }
}

const balance = z.object({
  data: z.object({ balance: text.pipe(z.string().regex(/^\d+(\.\d+)?$/)), currency: z.literal('KES') }),
})

export function readBalance(answer: Answer): BalanceOutcome {
  const parsed = balance.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return doubt(`HTTP_${answer.status}`, 'The answer has no balance')
  return { outcome: 'answered', availableKes: Number(parsed.data.data.balance) }
}

type Meaning = { class: 'paid' | 'member' | 'operator' | 'unknown' | 'review'; text: string }

const paid = (text: string): Meaning => ({ class: 'paid', text })
const member = (text: string): Meaning => ({ class: 'member', text })
const operator = (text: string): Meaning => ({ class: 'operator', text })
const unknown = (text: string): Meaning => ({ class: 'unknown', text })

/**
 * What a response code says about the money. A duplicate says nothing about the first use of the id, which may have been paid, so it
 * is asked about. A Map, because keys come from outside.
 */
const meanings = new Map<string, Meaning>([
  ['DP00900001000', unknown('Airtel does not know yet what became of it.')],
  ['DP00900001001', paid('Paid.')],
  ['DP00900001003', member('The payment would pass a limit of the receiver’s wallet.')],
  ['DP00900001004', member('Airtel does not take this amount.')],
  ['DP00900001005', unknown('Airtel could not process it.')],
  ['DP00900001006', unknown('Airtel is still paying it.')],
  ['DP00900001007', operator('Our Airtel account holds too little money.')],
  ['DP00900001009', operator('Our Airtel account may not pay.')],
  ['DP00900001010', operator('Our Airtel account may not pay this receiver.')],
  ['DP00900001011', unknown('Airtel saw this id before; the earlier payment may have been made.')],
  ['DP00900001012', member('The receiver has no Airtel Money account.')],
  ['DP00900001013', member('Airtel refused the payment to this receiver.')],
  ['DP00900001014', unknown('The payment ran out of time at Airtel.')],
  ['DP00900001015', unknown('Airtel does not find the payment.')],
  ['DP00900001016', operator('Airtel refused the signature of our request.')],
  ['DP00900001017', unknown('Airtel saw this id before; the earlier payment may have been made.')],
  ['DP00900001018', operator('Airtel refused our PIN.')],
  ['DP00900001019', operator('Our PIN is locked at Airtel.')],
])

function readResponseCode(code: string): Meaning {
  return meanings.get(code) ?? { class: 'review', text: 'Airtel gave a code we do not know.' }
}

/** Codes of the gateway in front: the order never reached the wallets. */
const ROUTER_REFUSED = /^ROUTER(?:00[1-9]|11[1-6])$/

function isRefusedByRouter(code: string): boolean {
  return ROUTER_REFUSED.test(code)
}

/** What the status of a transaction says: success, failed, ambiguous, in progress, expired. */
function readStatus(status: string): Meaning | undefined {
  switch (status.toUpperCase()) {
    case 'TS':
    case 'SUCCESS':
      return paid('Paid.')
    case 'TF':
    case 'FAILED':
      return member('Airtel ended the payment without making it.')
    case 'TA':
      // Airtel itself will not find out: a person asks it.
      return { class: 'review', text: 'Airtel calls the payment ambiguous.' }
    case 'TIP':
    case 'TE':
      return unknown('Airtel has not decided it yet.')
    default:
      return undefined
  }
}

const word = z.union([z.string(), z.number()]).transform(String)
const callback = z.object({
  transaction: z.object({
    id: word,
    status_code: z.string(),
    message: z.string().catch(''),
    airtel_money_id: word.optional().catch(undefined),
  }),
})

/** Which payment a callback is about: it names our id. */
export function findAirtelPayment(body: Buffer): { kind: 'originator'; value: string } | null {
  const parsed = callback.shape.transaction.shape.id.safeParse(readId(body))
  return parsed.success ? { kind: 'originator', value: parsed.data } : null
}

/** Also of a callback that makes no sense otherwise, so that it is kept with its payment. */
function readId(body: Buffer): unknown {
  const json = parseJson(body.toString('utf8'))
  return (json as { transaction?: { id?: unknown } } | undefined | null)?.transaction?.id
}

/** Whether Airtel signed the body with the key that its portal shows for callbacks. */
export function isSignedByAirtel(body: Buffer, signature: string | null, key: string): boolean {
  const expected = createHmac('sha256', key).update(body).digest()
  const given = Buffer.from(signature ?? '', 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Read what became of a payment. Airtel names neither amount nor number: the id is the order's. */
export function parseAirtelCallback(body: Buffer): Parsed {
  const parsed = callback.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) return { ok: false, reason: 'No transaction with an id and a status' }
  const { id, status_code: code, message, airtel_money_id: receipt } = parsed.data.transaction
  const status = readStatus(code)
  const description = (status?.class === 'paid' ? '' : message) || status?.text || 'An unknown status'
  return {
    ok: true,
    value: {
      originatorConversationId: id,
      ...(receipt && status?.class === 'paid' && { receipt }),
      code,
      description: description.slice(0, 200),
      // A failure without its code: whether the operator has to fix something, the enquiry tells.
      verdict: status?.class ?? 'review',
    },
  }
}
