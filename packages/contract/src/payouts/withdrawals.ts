import * as z from 'zod'
import { id, identifier, memberSearch, pageOf, prose, queryFlag, timestamp } from '../fields.ts'
import { POSTING_KINDS } from '../posting-kinds.ts'
import { WITHDRAWAL_METHODS, withdrawal, withdrawalStatus } from '../wallet/wallet.ts'
import { DESK_STAGES, type DeskStage } from './desk-stages.ts'
import { adminHold } from './holds.ts'

const REQUESTED_OUTCOMES = ['approved', 'rejected', 'corrected'] as const

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
  /** What a second person is asked to agree to. Null: no request waits. */
  requestedOutcome: z.enum(REQUESTED_OUTCOMES).nullable(),
  /** The member's payouts are paused. */
  isPaused: z.boolean(),
  /** The name of the paid account, masked, and whether it can be the member's. Null where the payment came without one. */
  receiverName: z.string().nullable(),
  receiverNameMatches: z.boolean().nullable(),
  holds: z.array(adminHold),
})

export type AdminWithdrawal = z.infer<typeof adminWithdrawal>

/** Counts stop here. */
export const MAX_COUNTED = 999

export const withdrawalCounts = z.object({
  review: z.int(),
  ready: z.int(),
  'second-person': z.int(),
  'to-pay': z.int(),
  sent: z.int(),
} satisfies Record<DeskStage, z.ZodType>)
export type WithdrawalCounts = z.infer<typeof withdrawalCounts>

/** What never adds points. */
const SPENT = ['hold', 'payout', 'payout-late', 'payout-duplicate'] as const

/** A withdrawal with what decides about it. */
export const withdrawalCase = z.object({
  withdrawal: adminWithdrawal,
  /** Points that the member got since their previous withdrawal, by kind; the most first. */
  sources: z.array(z.object({ kind: z.enum(POSTING_KINDS).exclude(SPENT), points: z.int() })),
  /** The member's other withdrawals, newest first, with what paid them. */
  others: z.array(
    withdrawal.pick({
      id: true,
      status: true,
      payoutState: true,
      pointsToWithdraw: true,
      amountKes: true,
      withdrawalMethod: true,
      requestedAt: true,
    }),
  ),
  /** What staff and the system did to it, oldest first. Reasons only for people who may decide withdrawals. */
  events: z.array(
    z.object({ id: z.int(), at: timestamp, actor: z.string(), action: z.string(), reason: z.string() }),
  ),
})
export type WithdrawalCase = z.infer<typeof withdrawalCase>

export const listWithdrawalsInput = z.strictObject({
  stage: z.enum(DESK_STAGES).optional(),
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
  ...pageOf(500, 500),
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
