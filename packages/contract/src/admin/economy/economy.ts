import * as z from 'zod'
import { prose } from '../../fields.ts'
import { refuse } from '../../problems.ts'

const rate = z.number().positive().max(1_000_000)
const points = z.int().min(1).max(1_000_000)
const maybePoints = z.int().min(0).max(1_000_000)
const seconds = z.int().min(0).max(3600)
const wholeKes = z.int().min(1).max(10_000_000)
const maybeKes = z.int().min(0).max(1_000_000_000)

const pointsRange = z
  .strictObject({ min: points, max: points })
  .refine(({ min, max }) => min <= max, { path: ['max'], ...refuse('BELOW_FIELD', { field: 'min' }) })

const fields = z.strictObject({
  timeZone: z.string().refine(isTimeZone, refuse('TIME_ZONE_UNKNOWN')),
  // Whole, so that points times rate is always whole shillings: B2C cannot carry cents.
  kesPerPoint: wholeKes,
  profileKesPerPoint: wholeKes,
  minWithdrawalPoints: points,
  dialogMinWithdrawalPoints: points,
  pointsPerUsd: rate,
  kesPerUsd: rate,
  mpesaMinKes: wholeKes,
  mpesaMaxKes: wholeKes,
  dailyLoginPoints: maybePoints,
  isSpinOpen: z.boolean(),
  /** What the wheel can show. A weight is a share of the sum of all; it never leaves the server. */
  spinTable: z
    .array(z.strictObject({ points: maybePoints, weight: z.int().min(1).max(1_000_000) }))
    .min(2)
    .max(24),
  isQuizOpen: z.boolean(),
  quizPointsPerCorrect: points,
  quizQuestionsPerDay: z.int().min(1).max(20),
  quizMaxPoints: points,
  /** What a task of this kind may pay. */
  videoPoints: pointsRange,
  adPoints: pointsRange,
  socialPoints: pointsRange,
  microJobPoints: pointsRange,
  videoWatchSeconds: seconds,
  /** On top of an advertisement's own minimum. */
  adExtraSeconds: seconds,
  premiumKesPerMonth: wholeKes,
  /** 0: no goal is shown. */
  dailyGoalPoints: maybePoints,
  /** On top of the daily login from the second day in a row, once a day; 0: none. */
  streakBonusPoints: maybePoints,
  /** 0: no bonus, and nobody is asked to invite. */
  referralBonusPoints: maybePoints,
  referralMaxFriends: z.int().min(0).max(10_000),
  /** How long after a click its missing credit can be claimed. */
  claimDays: z.int().min(1).max(365),
  /** A started survey that is not finished within so many days has expired. */
  surveyExpiryDays: z.int().min(1).max(365),
  /** What the provider may send on one business day, to all members and to one; 0: no limit. */
  dailyPayoutLimitKes: maybeKes,
  memberDailyPayoutLimitKes: maybeKes,
  /** Below so much money at the provider staff are warned; 0: never. */
  minimumFloatKes: maybeKes,
  /** From so much on one person approves and another confirms; 0: one is enough. */
  twoAdminsFromKes: maybeKes,
  /** From this score on a withdrawal is looked at by itself; 0: none is. */
  riskReviewScore: z.int().min(0).max(1000),
  /** From so much on a withdrawal counts as unusually large. */
  largeWithdrawalKes: wholeKes,
  /** Tax withheld from withdrawals that are requested from a day on, in the order of the days. */
  withholdingTax: z
    .array(
      z.strictObject({
        from: z.iso.date(),
        percent: z.number().min(0).max(50).multipleOf(0.01, refuse('TOO_MANY_DECIMALS')),
      }),
    )
    .max(50)
    .refine(
      (rates) => rates.every((rate, i) => i === 0 || (rates[i - 1]?.from ?? '') < rate.from),
      refuse('DAYS_OUT_OF_ORDER'),
    ),
  /** How many days before it ends a mail says that premium is about to. */
  premiumReminderDays: z.int().min(0).max(30),
})

export const economy = fields.refine((value) => value.mpesaMinKes <= value.mpesaMaxKes, {
  path: ['mpesaMaxKes'],
  ...refuse('BELOW_FIELD', { field: 'mpesaMinKes' }),
})
export type Economy = z.infer<typeof economy>

/** `version` is the one that the changes were made to: when there is a newer one, nothing is saved. */
export const changeEconomyInput = z.strictObject({
  version: z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  changes: fields.partial(),
  reason: prose(500).pipe(z.string().min(1, refuse('REASON_FOR_STAFF'))),
})
export type ChangeEconomyInput = z.infer<typeof changeEconomyInput>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
