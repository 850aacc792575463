import type { HoldReason } from '../wallet/holds.ts'
import type { ReviewReason, WaitReason, Withdrawal } from '../wallet/wallet.ts'
import { addWorkingDays } from '../working-days.ts'

/** The promises to members: a decision after the request, the money after the approval (SPEC §9). */
const DECISION_BUSINESS_DAYS = { min: 3, max: 5 } as const
const PAYMENT_HOURS = { min: 24, max: 48 } as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Kenya has no daylight saving time. */
const NAIROBI_MS = 3 * HOUR_MS

type Promised = { by: Date; isOverdue: boolean }
export type NextStep =
  /** Finished: nothing else happens. */
  | { kind: 'nothing' }
  /** Our team decides; `isByItself` if this withdrawal is reviewed individually. */
  | ({ kind: 'decision'; isByItself: boolean } & Promised)
  /** The money is sent. */
  | ({ kind: 'payment' } & Promised)
  /** Sending is delayed; `until` is null if nobody can say for how long. */
  | ({ kind: 'wait'; reason: WaitReason; until: string | null } & Promised)

type Standing = Pick<
  Withdrawal,
  | 'status'
  | 'payoutState'
  | 'waitReason'
  | 'waitsUntil'
  | 'requestedAt'
  | 'processedAt'
  | 'isInReview'
  | 'holds'
>

/**
 * Find the next step of a withdrawal and its promised time. A missed promise is reported, not moved. An unknown status
 * counts as pending (SPEC §2). `extraHolidays`: of the wallet's terms.
 */
export function findNextStep(
  withdrawal: Standing,
  now: Date,
  extraHolidays: readonly string[] = [],
): NextStep {
  const { status, payoutState, waitReason, requestedAt, processedAt, isInReview } = withdrawal
  if (status === 'rejected' || status === 'paid') return { kind: 'nothing' }
  if (status !== 'approved') {
    const by = endOfWorkingDay(new Date(requestedAt), DECISION_BUSINESS_DAYS.max, extraHolidays)
    return { kind: 'decision', isByItself: isInReview, by, isOverdue: now > by }
  }
  const by = new Date(Date.parse(processedAt ?? requestedAt) + PAYMENT_HOURS.max * HOUR_MS)
  const held = findHeld(withdrawal, by)
  if (held) return { kind: 'wait', reason: 'held', ...held, isOverdue: now > held.by }
  const promised = { by, isOverdue: now > by }
  if (payoutState !== 'queued' || waitReason === null) return { kind: 'payment', ...promised }
  return { kind: 'wait', reason: waitReason, until: withdrawal.waitsUntil, ...promised }
}

/** Until when the holds of an approved withdrawal keep it, and the promise that takes them into account. */
function findHeld(
  { payoutState, holds }: Standing,
  by: Date,
): { until: string | null; by: Date } | undefined {
  if (holds.length === 0 || (payoutState !== 'queued' && payoutState !== 'manual')) return undefined
  const ends = holds.map(({ until }) => until)
  if (ends.includes(null)) return { until: null, by }
  const last = new Date(Math.max(...ends.map((end) => Date.parse(end ?? ''))))
  return { until: last.toISOString(), by: last > by ? last : by }
}

/** The end of the `days`-th working day after the day of `from`, in Nairobi. */
function endOfWorkingDay(from: Date, days: number, extraHolidays: readonly string[]): Date {
  const today = new Date(from.getTime() + NAIROBI_MS).toISOString().slice(0, 10)
  const last = addWorkingDays(today, days, extraHolidays)
  return new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS - NAIROBI_MS - 1)
}

/** What a hold says as well, and more exactly. */
const SAID_BY: Partial<Record<ReviewReason, readonly HoldReason[]>> = {
  'new-number': ['first-payout', 'new-destination'],
  'new-bank-account': ['first-payout', 'new-destination'],
  'new-paypal': ['first-payout', 'new-destination'],
  'recently-changed-destination': ['new-destination'],
}

/** List why a withdrawal should be checked, without what one of its holds says: the score counts them all. */
export function listOtherReasons({
  reviewReasons,
  holds,
}: {
  reviewReasons: Withdrawal['reviewReasons']
  holds: readonly { reason: HoldReason }[]
}): ReviewReason[] {
  const said = new Set(holds.map(({ reason }) => reason))
  return reviewReasons.filter((reason) => !SAID_BY[reason]?.some((hold) => said.has(hold)))
}
