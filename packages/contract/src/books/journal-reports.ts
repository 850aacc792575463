import * as z from 'zod'
import { businessDay, businessMonth, figurePeriod } from '../business-day.ts'
import { prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { CURRENCIES } from './journal.ts'

const account = z.object({
  account: z.string(),
  number: z.int(),
  name: z.string(),
  type: z.enum(['asset', 'liability', 'equity', 'revenue', 'expense']),
})

export const trialBalanceInput = z.strictObject({
  /** The end of this business day; of today by default. */
  day: businessDay.optional(),
})

/** In cents. An account has a balance on one side. */
export const trialBalance = z.object({
  day: z.string(),
  /** The last day whose points are booked; null before the books are open. */
  bookedTo: z.string().nullable(),
  rows: z.array(
    account.extend({
      currency: z.enum(CURRENCIES),
      debitMinor: z.int(),
      creditMinor: z.int(),
      /** Of what members have and owe. */
      points: z.int(),
    }),
  ),
})

export const profitAndLossInput = figurePeriod

/** In cents. Dollars count at the rate of their day. Revenue and expenses are both above zero. */
export const profitAndLoss = z.object({
  months: z.array(account.extend({ month: z.string(), usdMinor: z.int(), kesMinor: z.int() })),
  partners: z.array(
    z.object({
      partnerId: z.uuid(),
      name: z.string(),
      usdMinor: z.int(),
      revenueMinor: z.int(),
      rewardsMinor: z.int(),
    }),
  ),
  /** Those that brought most. */
  offers: z.array(
    z.object({
      surveyId: z.uuid(),
      title: z.string(),
      credits: z.int(),
      usdMinor: z.int(),
      revenueMinor: z.int(),
      rewardsMinor: z.int(),
    }),
  ),
})
export type ProfitAndLoss = z.infer<typeof profitAndLoss>

/** What was paid out to members before the partner paid for it. */
export const exposure = z.object({
  /** Of all that members were ever owed, the part that was paid out. */
  paidOutShare: z.number(),
  partners: z.array(
    z.object({
      partnerId: z.uuid(),
      name: z.string(),
      accruedUsdMinor: z.int(),
      owedUsdMinor: z.int(),
      /** At today's rate. */
      owedMinor: z.int(),
      rewardsMinor: z.int(),
      exposureMinor: z.int(),
    }),
  ),
})

export const cashForecast = z.object({
  accounts: z.array(account.extend({ minor: z.int() })),
  /** Open withdrawals by the day from which they can be paid, and what is left then. */
  days: z.array(z.object({ day: z.string(), count: z.int(), payoutMinor: z.int(), leftMinor: z.int() })),
  /** What partners owe, at today's rate. */
  expectedMinor: z.int(),
})

export const accountingPeriod = z.object({
  month: businessMonth,
  /** All debits in shillings, in cents. */
  movedMinor: z.int(),
  /** The month is over, and every month before it is closed. */
  isNext: z.boolean(),
  closedAt: timestamp.nullable(),
  closedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
})
export type AccountingPeriod = z.infer<typeof accountingPeriod>

export const closePeriodInput = z.strictObject({
  month: businessMonth,
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_MISSING'))),
})
export type ClosePeriodInput = z.infer<typeof closePeriodInput>
