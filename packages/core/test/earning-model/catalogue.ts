/** Everything that can be earned. All rewards differ, so that mix-ups are visible. */

export const terms = {
  dailyLoginPoints: 25,
  streakBonusPoints: 2,
  quizPointsPerCorrect: 15,
  quizQuestionsPerDay: 5,
  quizMaxPoints: 64,
  minWithdrawalPoints: 2,
  kesPerPoint: 1000,
  mpesaMaxKes: 250_000,
  videoWatchSeconds: 600,
  surveyExpiryDays: 3,
  claimDays: 5,
}
export const AD_SECONDS = 600
export const POINTS_AT_FIRST = 12

export const partners = {
  prompt: {
    holdDays: 0,
    ceilings: { maxUsdCentsPerMemberDay: 2000, maxPointsPerMemberDay: 15 },
  },
  patient: { holdDays: 2, ceilings: {} },
} as const
export type PartnerName = keyof typeof partners

export const surveys = {
  own: { kind: 'questions', points: 5 },
  instant: { kind: 'instant', points: 3 },
  quick: { kind: 'external', points: 6, partner: 'prompt' },
  slow: { kind: 'external', points: 9, partner: 'patient' },
} as const
export type SurveyName = keyof typeof surveys

/** A partner's links: one promises points, the other pays by the partner's amount. */
export const links = {
  card: { points: 4, partner: 'prompt' },
  account: { points: 0, partner: 'patient' },
} as const
export type LinkName = keyof typeof links

export const views = {
  spring: { kind: 'video', points: 21 },
  autumn: { kind: 'video', points: 34 },
  shoes: { kind: 'ad', points: 11 },
  phones: { kind: 'ad', points: 14 },
} as const
export type ViewName = keyof typeof views

export const proven = {
  follow: { kind: 'social', points: 30 },
  like: { kind: 'social', points: 33 },
  label: { kind: 'micro-job', points: 42 },
} as const
export type ProvenName = keyof typeof proven
