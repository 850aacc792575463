import * as z from 'zod'
import { id, identifier, memberSearch, prose, queryFlag, timestamp } from '../fields.ts'
import { WITHDRAWAL_METHODS, withdrawal, withdrawalStatus } from '../wallet/wallet.ts'
import { adminHold } from './holds.ts'

export const adminWithdrawal = withdrawal.extend({
  userEmail: z.string(),
  userName: z.string(),
  /** The payout provider's last message, for staff who investigate. */
  payoutNote: z.string().nullable(),
  /** The sum of the weights of `reviewReasons`. */
  riskScore: z.int(),
  /** Who approved it first, where a second person has to approve it too. */
  firstApprovedBy: z.string().nullable(),
  firstApprovedAt: timestamp.nullable(),
  /** The member's payouts are paused. */
  isPaused: z.boolean(),
  /** The name of the paid account, masked, and whether it can be the member's. Null where the payment came without one. */
  receiverName: z.string().nullable(),
  receiverNameMatches: z.boolean().nullable(),
  holds: z.array(adminHold),
})

export type AdminWithdrawal = z.infer<typeof adminWithdrawal>

export const listWithdrawalsInput = z.strictObject({
  status: withdrawalStatus.optional(),
  memberId: id.optional(),
  method: z.enum(WITHDRAWAL_METHODS).optional(),
  /** Has to be decided individually: in review, paused, or large enough for two approvals. */
  isFlagged: queryFlag.optional(),
  isHeld: queryFlag.optional(),
  /** Parts of the member's name or address, an M-Pesa number, a receipt, or the withdrawal's id. */
  search: memberSearch.optional(),
  /** Left out: the newest, with what is pending before the rest. */
  sort: z.enum(['newest', 'oldest']).optional(),
  /** The `id` of the previous page's last row. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
})

export type ListWithdrawalsInput = z.infer<typeof listWithdrawalsInput>

/**
 * `adminNotes`: the reason of a rejection, the reference of a payment, otherwise a remark. The member sees it. `receipt`: the reference
 * of a payment, if the note says something else.
 */
export const decideWithdrawalInput = z.strictObject({
  status: z.enum(['approved', 'rejected', 'paid']),
  adminNotes: prose(500).default(''),
  receipt: identifier(40).optional(),
  id,
})

export type DecideWithdrawalInput = z.infer<typeof decideWithdrawalInput>
