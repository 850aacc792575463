import type { Exchange } from '@chuma/mpesa/exchange'
import { parseJson } from '@chuma/mpesa/parse-json'
import { z } from 'zod'
import {
  type BalanceOutcome,
  doubt,
  notSent,
  type QueryOutcome,
  type RailResult,
  type SendOutcome,
} from '../outcomes.ts'
import { isRefusedByRouter, readResponseCode, readStatus } from './response-codes.ts'

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
