import type { Exchange } from '@chuma/mpesa/exchange'
import type { NotSent } from '@chuma/mpesa/gateway'

/** What a provider says became of a payment. Missing details are omitted. */
export type RailResult = {
  /** Our id of the payment, if the provider names it. */
  originatorConversationId?: string
  /** The provider's id. */
  conversationId?: string
  receipt?: string
  amountKes?: number
  msisdn?: string
  code: string
  description: string
  /** `member`, `operator`: it failed finally, and who has to fix it. `unknown`: it may still be paid. `review`: a person looks. */
  verdict: 'paid' | 'member' | 'operator' | 'busy' | 'unknown' | 'review'
}
export type Parsed = { ok: true; value: RailResult } | { ok: false; reason: string }

export type Doubt = { outcome: 'unknown'; code: string; reason: string }
export type SendOutcome =
  /** `result`: the provider tells at once what became of it. */
  { outcome: 'accepted'; conversationId: string; result?: RailResult } | NotSent | Doubt
export type QueryOutcome = { outcome: 'answered'; result: RailResult } | NotSent | Doubt
export type BalanceOutcome = { outcome: 'answered'; availableKes: number } | NotSent | Doubt

export type RailPayment = { originatorConversationId: string; amountKes: number; msisdn: string }
export type RailQuery = { originatorConversationId: string; conversationId?: string | null }

export function notSent(
  code: string,
  reason: string,
  {
    stopQueue = false,
    retryable = false,
    isBusy,
  }: Partial<Omit<NotSent, 'outcome' | 'code' | 'reason'>> = {},
): NotSent {
  return {
    outcome: 'not-sent',
    code,
    reason: reason.slice(0, 200),
    stopQueue,
    retryable,
    ...(isBusy && { isBusy }),
  }
}

export function doubt(code: string, reason: string): Doubt {
  return { outcome: 'unknown', code, reason: reason.slice(0, 200) }
}

/** Classify an order without an answer: only a connection that was never made proves that nothing was ordered. */
export function judgeLost(answer: Exclude<Exchange, { kind: 'answered' }>): NotSent | Doubt {
  const { code, reason } = answer
  return answer.kind === 'lost' ? doubt(code, reason) : notSent(code, reason, { retryable: true })
}
