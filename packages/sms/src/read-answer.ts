import * as z from 'zod'
import type { Exchange } from './exchange.ts'
import { parseJson } from './parse-json.ts'
import type { TextOutcome, TextProblem } from './transport.ts'

const word = z.union([z.string(), z.number()]).transform(String)
const recipient = z.object({
  number: z.string(),
  statusCode: z.coerce.number(),
  status: z.string().catch(''),
  messageId: word.catch(''),
  cost: word.catch(''),
})
const envelope = z.object({
  SMSMessageData: z.object({ Message: z.string().catch(''), Recipients: z.array(recipient) }),
})
type Recipient = z.infer<typeof recipient>

/** Processed, sent, queued. */
const TAKEN = new Set([100, 101, 102])

/**
 * The codes of a recipient whose text was certainly not taken. All others may hide one that was: 401 (RiskHold) is held and may
 * be released, 500 and 501 are faults of the gateway after it had read the request.
 */
const REFUSED: Record<number, TextProblem> = {
  402: 'account', // InvalidSenderId
  403: 'number', // InvalidPhoneNumber
  404: 'number', // UnsupportedNumberType
  405: 'account', // InsufficientBalance
  406: 'blocked', // UserInBlacklist
  407: 'network', // CouldNotRoute
  409: 'blocked', // DoNotDisturbRejection
  502: 'network', // RejectedByGateway
}

/** Statuses whose request was read and not carried out. A proxy may send 408 after the request was passed on. */
const isRefusal = (status: number) => status >= 300 && status < 500 && status !== 408
const BUSY = 429

/** Classify what Africa's Talking answered to one text for `to`. Only what certainly was not taken counts as refused. */
export function readAnswer(exchange: Exchange, to: string): TextOutcome {
  if (exchange.kind === 'never-connected') {
    return { outcome: 'refused', isFinal: false, problem: 'account', reason: exchange.reason }
  }
  if (exchange.kind === 'lost') return { outcome: 'unknown', reason: exchange.reason }
  const { status, text } = exchange
  if (isRefusal(status)) {
    return { outcome: 'refused', isFinal: status !== BUSY, problem: 'account', reason: `HTTP ${status}` }
  }
  const answer = status < 300 ? envelope.safeParse(parseJson(text)).data?.SMSMessageData : undefined
  if (!answer) return { outcome: 'unknown', reason: `HTTP ${status} that cannot be read` }
  // An unknown sender name is reported like this, with a 201.
  if (answer.Recipients.length === 0) {
    return { outcome: 'refused', isFinal: true, problem: 'account', reason: safe(answer.Message) }
  }
  const ours = answer.Recipients.find(({ number }) => number.replace(/^\+/, '') === to)
  return ours ? readRecipient(ours) : { outcome: 'unknown', reason: 'The answer names another number' }
}

function readRecipient({ statusCode, status, messageId, cost }: Recipient): TextOutcome {
  if (TAKEN.has(statusCode)) {
    const isId = /^[\w.:-]{1,100}$/.test(messageId) && messageId !== 'None'
    const isCost = /^[A-Z]{3} \d{1,9}(\.\d{1,6})?$/.test(cost)
    return { outcome: 'accepted', providerId: isId ? messageId : null, cost: isCost ? cost : null }
  }
  const reason = safe(`${statusCode} ${status}`)
  const problem = REFUSED[statusCode]
  return problem ? { outcome: 'refused', isFinal: true, problem, reason } : { outcome: 'unknown', reason }
}

/** Answers may quote the number; a reason is stored and logged. */
function safe(text: string): string {
  const words = text.replace(/\+?\d{7,}/g, '…').replace(/[\p{C}\s]+/gu, ' ')
  return words.trim().slice(0, 200) || 'No reason'
}
