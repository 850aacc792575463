import type { FormRule } from '../first-problem.ts'

/** The rules of SPEC §5 before the minimum, which the economy decides, and after it. */
export const withdrawalRules = {
  beforeMinimum: [{ missing: ['pointsToWithdraw', 'withdrawalMethod'], says: 'WITHDRAWAL_INCOMPLETE' }],
  afterMinimum: [
    { codes: ['NOT_WHOLE_POINTS'] },
    { missing: ['mpesaNumber'], says: 'MPESA_NUMBER_MISSING' },
    { wrong: ['mpesaNumber'], says: 'NOT_A_KENYAN_NUMBER' },
    { missing: ['bankName', 'accountNumber', 'accountName'], says: 'BANK_DETAILS_MISSING' },
    { codes: ['NOT_AN_ACCOUNT_NUMBER'] },
    { wrong: ['bankName', 'accountNumber', 'accountName'], says: 'BANK_DETAILS_INVALID' },
    { missing: ['paypalEmail'], says: 'PAYPAL_EMAIL_MISSING' },
    { wrong: ['paypalEmail'], says: 'NOT_AN_EMAIL' },
  ],
} as const satisfies Record<string, readonly FormRule[]>

/** How long a code by text can be used. */
export const CODE_MINUTES = 10
/** Between two codes of one member. */
export const RESEND_SECONDS = 60

/** Kinds that add to what a member has earned. Not with the schemas, because pages list them too. */
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
  'profile',
] as const
export type RewardKind = (typeof REWARD_KINDS)[number]

/** All kinds of postings. */
export const POSTING_KINDS = [
  ...REWARD_KINDS,
  'hold',
  'release',
  'payout',
  // The ways back: the money came back, arrived after a rejection, or arrived twice.
  'payout-returned',
  'payout-late',
  'payout-duplicate',
  'adjustment',
  'reversal',
  'debt-written-off',
  // What a deleted account owed, taken over by the same person's next account.
  'debt-moved',
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]
