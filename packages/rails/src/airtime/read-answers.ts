import type { Exchange } from '@chuma/mpesa/exchange'
import { parseJson } from '@chuma/mpesa/parse-json'
import { z } from 'zod'
import {
  type BalanceOutcome,
  doubt,
  notSent,
  type QueryOutcome,
  type RailPayment,
  type RailResult,
  type SendOutcome,
} from '../outcomes.ts'

type Answer = Extract<Exchange, { kind: 'answered' }>

export const requestId = z.string().regex(/^ATQid_[A-Za-z0-9]{8,64}$/)
const recipient = z.object({
  phoneNumber: z.string(),
  amount: z.string().catch(''),
  status: z.string(),
  requestId: z.string().catch(''),
  errorMessage: z.string().catch(''),
})
const sent = z.object({ errorMessage: z.string(), numSent: z.int(), responses: z.array(recipient) })

/** What the provider says of itself, about every order: a person has to top up, or to set something right. */
const OURS = /insufficient|not enabled|authenticat|invalid user|not allowed/i

/** `KES 100.0000`: undefined for another currency, or cents that nobody ordered. */
export function readKes(text: string): number | undefined {
  const match = /^KES ([\d,]+)(?:\.0+)?$/.exec(text.trim())
  return match?.[1] === undefined ? undefined : Number(match[1].replaceAll(',', ''))
}

function readNumber(text: string): string {
  return text.replace(/^\+/, '')
}

/** Read the answer to an order. `numSent` and the recipient's own status have to agree before anything is believed. */
export function readAirtimeAnswer(answer: Answer, order: RailPayment): SendOutcome {
  const { status } = answer
  if (status === 429)
    return notSent('HTTP_429', 'Africa’s Talking takes no more requests now', {
      retryable: true,
      isBusy: true,
    })
  if (status === 401 || status === 403) {
    return notSent(`HTTP_${status}`, 'Africa’s Talking refuses the key', { stopQueue: true })
  }
  const parsed = sent.safeParse(parseJson(answer.text))
  if (status >= 300 || !parsed.success)
    return doubt(`HTTP_${status}`, 'The answer is none of an order of airtime')
  const { errorMessage, numSent, responses } = parsed.data
  if (/duplicate/i.test(errorMessage)) return doubt('DUPLICATE', errorMessage)
  if (responses.length === 0 && numSent === 0 && OURS.test(errorMessage)) {
    return notSent('REFUSED', errorMessage, { stopQueue: true })
  }
  const [only, ...others] = responses
  if (!only || others.length > 0) return doubt('NO_RECIPIENT', errorMessage)
  if (readNumber(only.phoneNumber) !== order.msisdn) return doubt('OTHER_NUMBER', errorMessage)
  const id = requestId.safeParse(only.requestId).data
  if (only.status === 'Sent' && numSent === 1 && id) return { outcome: 'accepted', conversationId: id }
  if (only.status === 'Failed' && numSent === 0) return refuse(only.errorMessage, { order, id })
  return doubt(only.status, only.errorMessage)
}

/** This recipient gets nothing, finally. */
function refuse(reason: string, { order, id }: { order: RailPayment; id: string | undefined }): SendOutcome {
  const { originatorConversationId } = order
  // Their id of an order that they did not take is "None".
  const conversationId = id ?? originatorConversationId
  const verdict = OURS.test(reason) ? ('operator' as const) : ('member' as const)
  const description = reason.slice(0, 200) || 'The network refused the airtime.'
  const result = { originatorConversationId, conversationId, code: 'Failed', description, verdict }
  return { outcome: 'accepted', conversationId, result }
}

const transaction = z.object({
  status: z.string(),
  data: z
    .object({
      requestId: z.string(),
      status: z.string(),
      phoneNumber: z.string().optional().catch(undefined),
      value: z.string().optional().catch(undefined),
      description: z.string().catch(''),
    })
    .optional()
    .catch(undefined),
})

type Asked = { conversationId: string; originatorConversationId: string }

export function readTransaction(answer: Answer, asked: Asked): QueryOutcome {
  const parsed = transaction.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return doubt(`HTTP_${answer.status}`, 'The answer is none about a transaction')
  const { data } = parsed.data
  if (!data) {
    const result = {
      ...asked,
      code: parsed.data.status,
      description: 'Not found.',
      verdict: 'unknown',
    } as const
    return { outcome: 'answered', result }
  }
  return { outcome: 'answered', result: readWord(data, asked.originatorConversationId) }
}

type Word = {
  requestId: string
  status: string
  phoneNumber?: string | undefined
  value?: string | undefined
  description: string
}

/** What a status says. `originatorConversationId`: of the order that was asked about. */
export function readWord(word: Word, originatorConversationId?: string): RailResult {
  const { requestId: conversationId, status, phoneNumber, value, description } = word
  const amountKes = value === undefined ? undefined : readKes(value)
  const details = {
    ...(originatorConversationId && { originatorConversationId }),
    conversationId,
    ...(amountKes !== undefined && { amountKes }),
    ...(phoneNumber && { msisdn: readNumber(phoneNumber) }),
    code: status,
  }
  if (status === 'Success') {
    return { ...details, receipt: conversationId, description: 'Airtime delivered.', verdict: 'paid' }
  }
  if (status === 'Failed') {
    const verdict = OURS.test(description) ? 'operator' : 'member'
    return {
      ...details,
      description: description.slice(0, 200) || 'The network refused the airtime.',
      verdict,
    }
  }
  if (status === 'Sent' || status === 'Queued' || status === 'Pending') {
    return { ...details, description: 'On its way.', verdict: 'unknown' }
  }
  return { ...details, description: 'A status that we do not know.', verdict: 'review' }
}

const user = z.object({ UserData: z.object({ balance: z.string().regex(/^KES -?[\d,]+(\.\d+)?$/) }) })

export function readAirtimeBalance(answer: Answer): BalanceOutcome {
  const parsed = user.safeParse(answer.status === 200 ? parseJson(answer.text) : undefined)
  if (!parsed.success) return doubt(`HTTP_${answer.status}`, 'The answer has no balance')
  const availableKes = Number(parsed.data.UserData.balance.slice(4).replaceAll(',', ''))
  return { outcome: 'answered', availableKes: Math.max(0, availableKes) }
}
