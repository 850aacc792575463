// Without schemas, which are in `product.ts`: the public pages load this file.

/**
 * The claims of the landing page and /about, by the place that shows them. They are the operator's words, not
 * measurements: no code computes or enforces them, and the operator answers for them. A place without words is hidden.
 */
export const FIGURE_GROUPS = {
  strip: ['members', 'paidOut', 'success', 'support', 'monthly'],
  methods: [
    'surveysPoints',
    'surveysReward',
    'videosPoints',
    'videosReward',
    'quizPoints',
    'quizReward',
    'wheelPoints',
    'wheelReward',
    'socialPoints',
    'socialReward',
    'adsPoints',
    'adsReward',
  ],
  about: ['founded', 'users', 'countries', 'paidOutWorldwide', 'rating'],
} as const
export type FigureName = (typeof FIGURE_GROUPS)[keyof typeof FIGURE_GROUPS][number]
export const FIGURE_NAMES: readonly FigureName[] = Object.values(FIGURE_GROUPS).flat()

export type Figures = Record<FigureName, string>

/** An operator who has claimed nothing. */
export const noFigures: Figures = fromNames(() => '')

/** The specification's figures, which the demo shows as samples. */
export const sampleFigures: Figures = {
  members: '2M+',
  paidOut: 'KES 5B+',
  success: '98%',
  support: '24/7',
  monthly: 'KES 50,000–500,000',
  surveysPoints: '5–20',
  surveysReward: 'KES 5,000–20,000',
  videosPoints: '20–50',
  videosReward: 'KES 2,000–5,000',
  quizPoints: '15',
  quizReward: 'KES 1,500',
  wheelPoints: '0–100',
  wheelReward: 'KES 50,000',
  socialPoints: '30–50',
  socialReward: 'KES 2,500–7,500',
  adsPoints: '10–25',
  adsReward: 'KES 1,000–3,000',
  founded: '2020',
  users: '2M+',
  countries: '50+',
  paidOutWorldwide: '$50M+',
  rating: '4.8',
}

/** A record with a value for each place. */
export function fromNames<Value>(make: () => Value): Record<FigureName, Value> {
  const entries = FIGURE_NAMES.map((name) => [name, make()] as const)
  return Object.fromEntries(entries) as Record<FigureName, Value>
}
