import type { SurveyKind } from '@chuma/contract/surveys/surveys'

export type Offer = {
  title: string
  description: string
  rewardUsd: number
  minutes: number
  category: string
  country: string
  kind: SurveyKind
  partner?: 'research' | 'panel'
  fromDaysAgo: number
  /** Ended by staff that many days ago. */
  endedDaysAgo?: number
}

/** Surveys that staff added during the ninety days. */
export const OFFERS: readonly Offer[] = [
  {
    title: 'Radio in the morning',
    description: 'Which station wakes you, and what makes you turn it off.',
    rewardUsd: 4,
    minutes: 7,
    category: 'lifestyle',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 86,
    endedDaysAgo: 30,
  },
  {
    title: 'Cooking with gas, charcoal or power',
    description: 'What your kitchen runs on, what it costs in a month, and what you would change to.',
    rewardUsd: 6,
    minutes: 11,
    category: 'consumer-behavior',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 80,
  },
  {
    title: 'School fees and how they are saved',
    description: 'How families get ready for the first week of a term.',
    rewardUsd: 7.5,
    minutes: 13,
    category: 'finance',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 74,
  },
  {
    title: 'A soap that lathers in hard water',
    description: 'Compare two bars of soap from what you see on the wrapper.',
    rewardUsd: 3,
    minutes: 5,
    category: 'product-feedback',
    country: 'Global',
    kind: 'questions',
    fromDaysAgo: 69,
    endedDaysAgo: 20,
  },
  {
    title: 'Boda helmets',
    description: 'Who wears one, who does not, and why.',
    rewardUsd: 5,
    minutes: 8,
    category: 'market-research',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 61,
  },
  {
    title: 'Seeds and rain',
    description: 'For those who farm, even a quarter of an acre: what you planted this season and when.',
    rewardUsd: 9,
    minutes: 15,
    category: 'market-research',
    country: 'Kenya',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 70,
  },
  {
    title: 'Two banks on one phone',
    description: 'Why people keep a second account, and which one they open first. On a partner’s page.',
    rewardUsd: 8,
    minutes: 14,
    category: 'finance',
    country: 'Kenya',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 56,
  },
  {
    title: 'Football on a screen',
    description: 'Where you watch, with whom, and what you pay for it. On a partner’s page.',
    rewardUsd: 5.5,
    minutes: 9,
    category: 'lifestyle',
    country: 'Global',
    kind: 'external',
    partner: 'panel',
    fromDaysAgo: 38,
  },
  {
    title: 'Uganda: a day of small payments',
    description: 'Mobile money, cash and credit at the shop.',
    rewardUsd: 4.5,
    minutes: 9,
    category: 'finance',
    country: 'Uganda',
    kind: 'questions',
    fromDaysAgo: 33,
  },
  {
    title: 'The new packet of tea leaves',
    description: 'Three designs: which one would you take home?',
    rewardUsd: 3.5,
    minutes: 5,
    category: 'brand-awareness',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 24,
  },
  {
    title: 'A mosquito net that lasts',
    description: 'How nets are hung, washed and mended. No medical details are asked.',
    rewardUsd: 6.5,
    minutes: 10,
    category: 'healthcare',
    country: 'Kenya',
    kind: 'questions',
    fromDaysAgo: 15,
  },
  {
    title: 'Paying for music',
    description: 'Free, with advertisements, or by the week: what a song is worth to you.',
    rewardUsd: 4,
    minutes: 6,
    category: 'technology',
    country: 'Global',
    kind: 'questions',
    fromDaysAgo: 8,
  },
  {
    title: 'Holidays at home',
    description: 'Where Kenyans travel in Kenya, and what keeps them away. On a partner’s page.',
    rewardUsd: 7,
    minutes: 12,
    category: 'lifestyle',
    country: 'Kenya',
    kind: 'external',
    partner: 'research',
    fromDaysAgo: 5,
  },
]
