import { z } from 'zod'
import type { GatewayAnswer } from '../gateway.ts'
import { readGatewayError } from '../gateway-errors.ts'
import { parseJson } from '../parse-json.ts'
import { type StkConfig, signStk } from './stk-push.ts'
import { classifyStkResult } from './stk-result-codes.ts'

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
