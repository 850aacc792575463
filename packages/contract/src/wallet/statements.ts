import * as z from 'zod'
import { businessMonth } from '../business-day.ts'
import { timestamp } from '../fields.ts'
import {
  payoutState,
  pointsTransaction,
  postingKind,
  WITHDRAWAL_METHODS,
  withdrawalStatus,
} from './wallet.ts'

/** Without a month: the current one. */
export const getStatementInput = z.strictObject({ month: businessMonth.optional() })
export type GetStatementInput = z.infer<typeof getStatementInput>
export const exportStatementInput = z.strictObject({ month: businessMonth })

const points = { available: z.int(), held: z.int() }

/** One member's month. All times are in the business's time zone. */
export const statement = z.object({
  month: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  /** Whether the month is over; before that, postings may be added. */
  isComplete: z.boolean(),
  timeZone: z.string(),
  memberName: z.string(),
  memberSince: timestamp,
  /** The range of months with a statement. */
  firstMonth: z.string(),
  currentMonth: z.string(),
  opening: z.object(points),
  closing: z.object(points),
  /** Oldest first. `localTime` is `YYYY-MM-DD HH:MM:SS`. */
  lines: z.array(pointsTransaction.extend({ localTime: z.string() })),
  totals: z.array(z.object({ kind: postingKind, count: z.int(), points: z.int(), heldPoints: z.int() })),
  /** Withdrawals requested or paid in the month. */
  withdrawals: z.array(
    z.object({
      id: z.uuid(),
      status: withdrawalStatus,
      payoutState: payoutState.nullable(),
      method: z.enum(WITHDRAWAL_METHODS),
      points: z.int(),
      grossKes: z.int(),
      taxPercent: z.number(),
      taxKes: z.int(),
      netKes: z.int(),
      receipt: z.string().nullable(),
      requestedAt: timestamp,
      requestedLocal: z.string(),
      paidAt: timestamp.nullable(),
      paidLocal: z.string().nullable(),
    }),
  ),
  /** Paid within the month, and the tax booked for it. */
  paid: z.object({ count: z.int(), grossKes: z.int(), taxKes: z.int(), netKes: z.int() }),
})
export type Statement = z.infer<typeof statement>
