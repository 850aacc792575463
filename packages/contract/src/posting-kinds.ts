import { PAID_TASK_KINDS } from './tasks/task-kinds.ts'

/** Kinds that add to what a member has earned. Not with the schemas, because pages list them too. */
export const REWARD_KINDS = [
  'survey',
  'daily-login',
  'spin',
  'quiz',
  ...PAID_TASK_KINDS,
  'offer',
  'referral',
  'claim',
  'profile',
] as const

export type RewardKind = (typeof REWARD_KINDS)[number]

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
