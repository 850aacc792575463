import * as z from 'zod'
import { businessDay } from '../../business-day.ts'
import { prose } from '../../fields.ts'
import { AUTOMATIC_MODES } from '../../payouts/automatic-payouts.ts'
import { refuse } from '../../problems.ts'
import { TASK_RANGE_FIELDS, type TaskRange } from './task-ranges.ts'

const rate = z.number().positive().max(1_000_000)
const points = z.int().min(1).max(1_000_000)
const maybePoints = z.int().min(0).max(1_000_000)
const seconds = z.int().min(0).max(3600)
const wholeKes = z.int().min(1).max(10_000_000)
const holdHours = z
  .int()
  .min(0)
  .max(30 * 24)
const maybeKes = z.int().min(0).max(1_000_000_000)

const pointsRange = z
  .strictObject({ min: points, max: points })
  .refine(({ min, max }) => min <= max, { path: ['max'], ...refuse('BELOW_FIELD', { field: 'min' }) })

/** The allowed points of a task of each kind. */
const taskRanges = Object.fromEntries(TASK_RANGE_FIELDS.map((field) => [field, pointsRange])) as Record<
  TaskRange,
  typeof pointsRange
>

const fields = z.strictObject({
  timeZone: z.string().refine(isTimeZone, refuse('TIME_ZONE_UNKNOWN')),
  /** Days on which neither banks nor staff work, beside weekends and the holidays of every year: what the government announces. */
  extraHolidays: z.array(businessDay).max(60),
  // Whole, so that points × rate is always whole shillings: B2C cannot pay cents.
  kesPerPoint: wholeKes,
  profileKesPerPoint: wholeKes,
  minWithdrawalPoints: points,
  dialogMinWithdrawalPoints: points,
  pointsPerUsd: rate,
  kesPerUsd: rate,
  mpesaMinKes: wholeKes,
  mpesaMaxKes: wholeKes,
  /** The most that one withdrawal pays as airtime. Airtime cannot be taken back. */
  airtimeMaxKes: wholeKes,
  dailyLoginPoints: maybePoints,
  isSpinOpen: z.boolean(),
  /** The segments of the wheel. The odds are weight ÷ sum of weights; the wheel shows them beside it. */
  spinTable: z
    .array(z.strictObject({ points: maybePoints, weight: z.int().min(1).max(1_000_000) }))
    .min(2)
    .max(24),
  isQuizOpen: z.boolean(),
  quizPointsPerCorrect: points,
  quizQuestionsPerDay: z.int().min(1).max(20),
  quizMaxPoints: points,
  ...taskRanges,
  /** For answering a group of questions about oneself, once a year. 0: nothing. */
  profileGroupPoints: maybePoints,
  videoWatchSeconds: seconds,
  /** Added to an advertisement's own minimum. */
  adExtraSeconds: seconds,
  premiumKesPerMonth: wholeKes,
  /** 0: no goal. */
  dailyGoalPoints: maybePoints,
  /** Added to the daily login from the second consecutive day on; 0: none. */
  streakBonusPoints: maybePoints,
  /** 0: no bonus, and invitations are not offered. */
  referralBonusPoints: maybePoints,
  referralMaxFriends: z.int().min(0).max(10_000),
  /** How long after a click a missing credit can be claimed. */
  claimDays: z.int().min(1).max(365),
  /** Unfinished surveys expire this many days after their start. */
  surveyExpiryDays: z.int().min(1).max(365),
  /** Of a quote to a client: our margin, a fee for setting a survey up, and what a minute of an answer costs beside its reward. */
  quoteMarginPercent: z.int().min(0).max(1000),
  quoteSetupKes: maybeKes,
  quoteMinuteKes: maybeKes,
  /** How long a client can accept a quote. */
  quoteValidDays: z.int().min(1).max(365),
  /** The maximum that the provider may send on one business day, to all members and to one; 0: no limit. */
  dailyPayoutLimitKes: maybeKes,
  memberDailyPayoutLimitKes: maybeKes,
  /** Staff are warned when the provider's account holds less; 0: never. */
  minimumFloatKes: maybeKes,
  /** From this amount on a withdrawal needs two approvers; 0: one is always enough. */
  twoAdminsFromKes: maybeKes,
  /** Staff approve no withdrawal of a member whom they gave points worth more than this in the last 30 days. */
  selfApprovalKes: maybeKes,
  /**
   * What one person may give or approve on one business day, from all their accounts and keys, before a change waits for a
   * second person. 0: every change waits. One limit is for owners, the other for all other staff.
   */
  dailyAdjustmentsOwnerKes: maybeKes,
  dailyAdjustmentsStaffKes: maybeKes,
  /** The rewards of offers. */
  dailyOffersOwnerKes: maybeKes,
  dailyOffersStaffKes: maybeKes,
  /** The points of videos, advertisements, social tasks, micro-jobs and links. */
  dailyTasksOwnerKes: maybeKes,
  dailyTasksStaffKes: maybeKes,
  /** Claims and proofs. */
  dailyCreditsOwnerKes: maybeKes,
  dailyCreditsStaffKes: maybeKes,
  /** Withdrawals. */
  dailyApprovalsOwnerKes: maybeKes,
  dailyApprovalsStaffKes: maybeKes,
  /** A survey's rule that fits fewer active members than this waits for a second person; 0: none does. */
  minimumAudience: z.int().min(0).max(10_000),
  /** The economy, partners, keys, roles and staff accounts change only with a second person. */
  companyChangesNeedTwo: z.boolean(),
  /** From this score on a withdrawal is reviewed individually; 0: never. */
  riskReviewScore: z.int().min(0).max(1000),
  /** From this amount on a withdrawal counts as unusually large. */
  largeWithdrawalKes: wholeKes,
  /** How long a member's first withdrawal waits; 0: not at all. */
  firstPayoutHoldHours: holdHours,
  /** How long the first withdrawal to a destination waits if the member was paid elsewhere before. */
  newDestinationHoldHours: holdHours,
  /** How long withdrawals wait after a change of the email address, the password or the devices. */
  changeHoldHours: holdHours,
  /** What the rule may approve without a person (docs/decisions/0087). `shadow`: it only records what it would do. */
  automaticPayout: z.enum(AUTOMATIC_MODES),
  /** Of one withdrawal, of a member's day, and of all on one day. */
  automaticMaxKes: maybeKes,
  automaticMemberDayKes: maybeKes,
  automaticDayKes: maybeKes,
  /** Withdrawals below this risk score; 0: none. */
  automaticBelowRisk: z.int().min(0).max(1000),
  /** Members who were never paid. */
  automaticFirstPayouts: z.boolean(),
  /** How many of those that nothing speaks against a person looks at. */
  automaticSamplePercent: z.int().min(0).max(100),
  /** What an hour may mint or pay in any case; more is compared with the usual. */
  automaticTripFloorKes: maybeKes,
  /** Auto-approval stops when an hour's points are worth more than this share of the partners' revenue; 0: never. */
  automaticTripMintedPercent: z.int().min(0).max(100_000),
  /** And when an hour pays more than this many times the usual; 0: never. */
  automaticTripTimes: z.int().min(0).max(1000),
  /** And when more of the last payments failed; 0: never. */
  automaticTripFailedPercent: z.int().min(0).max(100),
  /** When the reward of a survey with doubtful answers is booked if no one has decided. */
  surveyReviewHours: holdHours,
  /** The day of the next month on which a month's withheld tax is due. A filed month keeps its day. */
  taxDueDay: z.int().min(1).max(28),
  /** How many texts a business day may ask for; 0: none are sent. */
  dailySmsLimit: z.int().min(0).max(1_000_000),
  /** How many days before its end a member is reminded of premium. */
  premiumReminderDays: z.int().min(0).max(30),
})

export const economy = fields.refine((value) => value.mpesaMinKes <= value.mpesaMaxKes, {
  path: ['mpesaMaxKes'],
  ...refuse('BELOW_FIELD', { field: 'mpesaMinKes' }),
})
export type Economy = z.infer<typeof economy>

/** `version`: the one that was edited. If a newer one exists, nothing is saved. */
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
