import { z } from 'zod'
import { type GatewayAnswer, judgeUnanswered } from '../gateway.ts'
import { classifyGatewayError, type Doubt, type NotSent, readGatewayError } from '../gateway-errors.ts'
import { parseJson } from '../parse-json.ts'

/**
 * `accepted`: Daraja took the order; the result comes later. `not-sent`: provably no money moves; `retryable` allows an
 * automatic resend with the same id, `stopQueue` needs a person first. `unknown`: only a result, a status query or a
 * statement can tell.
 */
export type CommandOutcome =
  | { outcome: 'accepted'; conversationId: string; originatorConversationId: string }
  | NotSent
  | Doubt

const text = z.union([z.string(), z.number()]).transform(String)
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
