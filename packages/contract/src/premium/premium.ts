import * as z from 'zod'
import { id, pageOf, prose, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { kenyanPhone } from '../wallet/destination-codes.ts'

/**
 * The state of an M-Pesa payment for premium. `waiting`, `unknown`: the member should check their phone. `expired`: nobody
 * confirmed in time, but a late payment still counts. `review`: staff have to decide. `closed`: staff ended it.
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
  /** Why it failed, for the member; null if it did not. */
  problem: z.string().nullable(),
  /** M-Pesa's code of the outcome, by which pages say in the member's language why it failed. */
  resultCode: z.string().nullable(),
  /** M-Pesa's receipt; may arrive after premium was granted. */
  receipt: z.string().nullable(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
})
export type PremiumPayment = z.infer<typeof premiumPayment>

export const premium = z.object({
  isPremium: z.boolean(),
  /** Null unless the member is premium now. */
  premiumUntil: timestamp.nullable(),
  /** The member cancelled: premium ends on its day, without a reminder. */
  isCancelled: z.boolean(),
  kesPerMonth: z.int(),
  /** Whether members can pay for it here; otherwise an admin grants it. */
  isPayable: z.boolean(),
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
  /** The amount in the callback, if it had one. */
  reportedKes: z.number().nullable(),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
})
export type AdminPremiumPayment = z.infer<typeof adminPremiumPayment>

export const listPremiumPaymentsInput = z.strictObject({
  state: premiumPaymentState.optional(),
  memberId: id.optional(),
  ...pageOf(50),
})
export type ListPremiumPaymentsInput = z.infer<typeof listPremiumPaymentsInput>

/** `grant`: the money came, and premium with it. `close`: it did not, or it was given back. */
export const decidePremiumPaymentInput = z.strictObject({
  decision: z.enum(['grant', 'close']),
  note: reason,
  id,
})
export type DecidePremiumPaymentInput = z.infer<typeof decidePremiumPaymentInput>
