import type { PremiumKind } from './task-kinds.ts'

/** What premium adds, as the sentences of pages and mails name it. */
export const PREMIUM_ADDS = {
  en: {
    some: 'videos, ads, a daily quiz, a daily spin and social tasks',
    known: 'videos, ads, the daily quiz, the wheel and social tasks',
    atFirst: 'Videos, ads, the daily quiz, the spin wheel and social tasks',
  },
  sw: {
    some: 'video, matangazo, chemsha bongo ya kila siku, mzunguko wa kila siku na kazi za mitandao',
    known: 'video, matangazo, chemsha bongo ya kila siku, gurudumu na kazi za mitandao',
    atFirst: 'Video, matangazo, chemsha bongo ya kila siku, gurudumu na kazi za mitandao',
  },
} as const

/**
 * What the economy's projection assumes of a premium member's month, for each kind of task: how often they do it, and what
 * someone pays us each time. An assumption is a name and its default.
 */
export const PREMIUM_TASKS = {
  video: { source: 'videos', times: ['premiumVideos', 40], incomeKes: ['videoKes', 4] },
  ad: { source: 'ads', times: ['premiumAds', 60], incomeKes: ['adKes', 3] },
  social: { source: 'social', times: ['premiumSocial', 4], incomeKes: ['socialKes', 12] },
} as const satisfies Record<PremiumKind, PremiumTask>

type Assumed = readonly [name: string, usual: number]
type PremiumTask = { source: string; times: Assumed; incomeKes: Assumed }
