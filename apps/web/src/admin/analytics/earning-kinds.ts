import { REWARD_KINDS } from '@chuma/contract/wallet/posting-kinds'

/** The sources of points in the order of the stacked bars; reversals by partners come last. */
export const EARNED_KINDS = [...REWARD_KINDS, 'reversal'] as const

export const KIND_COLORS: Record<(typeof EARNED_KINDS)[number], string> = {
  survey: 'leaf.6',
  'daily-login': 'gold.4',
  spin: 'grape.6',
  quiz: 'blue.6',
  video: 'cyan.6',
  ad: 'orange.6',
  social: 'pink.6',
  'micro-job': 'lime.7',
  offer: 'indigo.6',
  referral: 'teal.4',
  claim: 'gray.5',
  reversal: 'red.6',
}
