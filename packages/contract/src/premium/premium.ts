import * as z from 'zod'
import { id, prose } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { kenyanPhone } from '../wallet/kenyan-phone.ts'

/**
 * Where a payment asked of a member's telephone is. `waiting`, `unknown`: look at the telephone. `expired`: nobody
 * answered in time, and money that comes late still counts. `review`: a person decides. `closed`: a person ended it.
 */
export const premiumPaymentState = z.enum([
  'asked',
  'sending',
  'waiting',
  'unknown',
  'expired',
  'paid',
  'failed',
  'review',
  'closed',
])
export type PremiumPaymentState = z.infer<typeof premiumPaymentState>

export const premiumPayment = z.object({
  id: z.uuid(),
  state: premiumPaymentState,
  mpesaNumber: z.string(),
  months: z.int(),
  amountKes: z.int(),
  /** Why it failed, for the member to read; null where it did not. */
  problem: z.string().nullable(),
  /** M-Pesa's own; may come after the premium that it paid for. */
  receipt: z.string().nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
})
export type PremiumPayment = z.infer<typeof premiumPayment>

export const premium = z.object({
  isPremium: z.boolean(),
  /** Null for somebody who is not premium now. */
  premiumUntil: timestamp.nullable(),
  /** He wants no more of it: it ends on its day, and nothing reminds him. */
  isCancelled: z.boolean(),
  kesPerMonth: z.int(),
  /** Whether it can be paid for here; otherwise an admin gives it. */
  isPayable: z.boolean(),
  /** The newest one. */
  payment: premiumPayment.nullable(),
})
export type Premium = z.infer<typeof premium>

export const payPremiumInput = z.strictObject({
  mpesaNumber: kenyanPhone,
  months: z.int().min(1).max(12).default(1),
})
export type PayPremiumInput = z.infer<typeof payPremiumInput>

const reason = prose(500).pipe(z.string().min(1, refuse('REASON_MISSING')))

export const grantPremiumInput = z.strictObject({
  months: z.int().min(1).max(24),
  reason,
  memberId: id,
})
export type GrantPremiumInput = z.infer<typeof grantPremiumInput>

export const endPremiumInput = z.strictObject({ reason, memberId: id })
export type EndPremiumInput = z.infer<typeof endPremiumInput>

/** What staff see of a member's premium after they changed it. */
export const memberPremium = z.object({ id: z.uuid(), email: z.string(), premiumUntil: timestamp.nullable() })

export const adminPremiumPayment = premiumPayment.extend({
  userId: z.uuid(),
  userEmail: z.string(),
  /** What the call-back said was paid, where it said so. */
  reportedKes: z.number().nullable(),
  resultCode: z.string().nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
})
export type AdminPremiumPayment = z.infer<typeof adminPremiumPayment>

export const listPremiumPaymentsInput = z.strictObject({
  state: premiumPaymentState.optional(),
  memberId: id.optional(),
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListPremiumPaymentsInput = z.infer<typeof listPremiumPaymentsInput>

/** `grant`: the money came, and premium with it. `close`: it did not, or it was given back. */
export const decidePremiumPaymentInput = z.strictObject({
  decision: z.enum(['grant', 'close']),
  note: reason,
  id,
})
export type DecidePremiumPaymentInput = z.infer<typeof decidePremiumPaymentInput>
