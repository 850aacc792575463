import * as z from 'zod'
import { id, line } from './fields.ts'
import { kenyanPhone } from './kenyan-phone.ts'

export const WITHDRAWAL_METHODS = ['mpesa', 'bank'] as const
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number]

export const withdrawalStatus = z.enum(['pending', 'approved', 'rejected', 'paid'])
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>

/** Where an approved payout is. `manual` waits for a person to pay it. */
export const payoutState = z.enum([
  'manual',
  'queued',
  'sending',
  'sent',
  'unknown',
  'needs_review',
  'paid',
  'failed',
])
export type PayoutState = z.infer<typeof payoutState>

/** What a number means, and which doors are open. Everything the wallet's screens calculate with. */
export const walletTerms = z.object({
  kesPerPoint: z.int(),
  profileKesPerPoint: z.int(),
  minWithdrawalPoints: z.int(),
  dialogMinWithdrawalPoints: z.int(),
  mpesaMinKes: z.int(),
  mpesaMaxKes: z.int(),
  premiumKesPerMonth: z.int(),
  isReferralOpen: z.boolean(),
  methods: z.array(z.enum(WITHDRAWAL_METHODS)),
})
export type WalletTerms = z.infer<typeof walletTerms>

export const balance = z.object({
  availablePoints: z.int(),
  heldPoints: z.int(),
  totalEarnings: z.number(),
  thisMonthEarnings: z.number(),
  surveysCompleted: z.int(),
})
export type Balance = z.infer<typeof balance>

/** What adds to what a member has earned. */
export const REWARD_KINDS = [
  'survey',
  'daily-login',
  'spin',
  'quiz',
  'video',
  'ad',
  'social',
  'micro-job',
  'offer',
  'referral',
  'claim',
] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

export const postingKind = z.enum([...REWARD_KINDS, 'hold', 'release', 'payout', 'adjustment', 'reversal'])
export type PostingKind = z.infer<typeof postingKind>

export const pointsTransaction = z.object({
  /** The member's own sequence number: 1 is his first movement, and none is ever missing. */
  id: z.int(),
  kind: postingKind,
  description: z.string(),
  /** Change of the available points. */
  points: z.int(),
  /** Change of the points held for withdrawals. */
  heldPoints: z.int(),
  availableAfter: z.int(),
  heldAfter: z.int(),
  createdAt: z.date(),
})
export type PointsTransaction = z.infer<typeof pointsTransaction>

export const listTransactionsInput = z.strictObject({
  /** The `id` of the last row of the page before. */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>

const amount = {
  pointsToWithdraw: z
    .int('Enter a whole number of points')
    .min(1, 'Enter a whole number of points')
    .max(1_000_000_000),
  /** Optional for callers who let the server calculate it; refused when it disagrees. */
  amountKes: z.number().optional(),
}
export const requestWithdrawalInput = z.discriminatedUnion(
  'withdrawalMethod',
  [
    z.strictObject({ ...amount, withdrawalMethod: z.literal('mpesa'), mpesaNumber: kenyanPhone }),
    z.strictObject({
      ...amount,
      withdrawalMethod: z.literal('bank'),
      bankName: line(80),
      accountNumber: z
        .string()
        .transform((text) => text.replaceAll(/[ -]/g, ''))
        .pipe(z.string().regex(/^\d{6,16}$/, 'Enter 6 to 16 digits')),
      accountName: line(80),
    }),
  ],
  'Choose mpesa or bank',
)
export type RequestWithdrawalInput = z.infer<typeof requestWithdrawalInput>

/** A repeat with the same key answers what the first call answered. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'Use 1 to 255 printable characters without spaces')

/**
 * Why staff should look twice before they approve. `new-number` and `new-bank-account`: this member was never paid there
 * before, and neither did he ask for it.
 */
export const reviewReason = z.enum(['new-number', 'new-bank-account'])
export type ReviewReason = z.infer<typeof reviewReason>

export const withdrawal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  status: withdrawalStatus,
  payoutState: payoutState.nullable(),
  amountKes: z.int(),
  pointsToWithdraw: z.int(),
  withdrawalMethod: z.enum(WITHDRAWAL_METHODS),
  mpesaNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  requestedAt: z.date(),
  adminComment: z.string().nullable(),
  processedBy: z.string().nullable(),
  processedAt: z.date().nullable(),
  /** M-Pesa's receipt or the reference of a manual payment. */
  receipt: z.string().nullable(),
  paidAt: z.date().nullable(),
  reviewReasons: z.array(reviewReason),
})
export type Withdrawal = z.infer<typeof withdrawal>

export const withdrawalIdInput = z.strictObject({ id })
