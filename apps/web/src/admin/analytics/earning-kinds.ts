import { REWARD_KINDS } from '@chuma/contract/wallet/posting-kinds'

/** The sources of points in the order of the table; reversals by partners come last. */
export const EARNED_KINDS = [...REWARD_KINDS, 'reversal'] as const
type EarnedKind = (typeof EARNED_KINDS)[number]

/** The stacked bars: few enough for the theme's colours to tell apart. Each source is in one group. */
export const EARNED_GROUPS = [
  { name: 'surveys', color: 'leaf.6', kinds: ['survey'] },
  { name: 'bonus', color: 'gold.4', kinds: ['daily-login', 'profile'] },
  { name: 'games', color: 'leaf.3', kinds: ['spin', 'quiz'] },
  { name: 'tasks', color: 'gold.6', kinds: ['video', 'ad', 'social', 'micro-job'] },
  { name: 'partners', color: 'gray.5', kinds: ['offer', 'claim'] },
  { name: 'invitations', color: 'gold.2', kinds: ['referral'] },
  { name: 'reversals', color: 'red.5', kinds: ['reversal'] },
] as const satisfies readonly { name: string; color: string; kinds: readonly EarnedKind[] }[]
