/** What adds to what a member has earned. Apart from the schemas, as the pages list them too. */
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

/** Whatever moves points. */
export const POSTING_KINDS = [...REWARD_KINDS, 'hold', 'release', 'payout', 'adjustment', 'reversal'] as const
export type PostingKind = (typeof POSTING_KINDS)[number]
