import { PLATFORM_TIME_ZONE } from '../../platform.ts'
import type { Economy } from './economy.ts'
import { TASK_RANGES } from './task-ranges.ts'

/**
 * The numbers a new database starts with. After that the economy record in the database is authoritative:
 * read it through `deps.economy()` on the server and `wallet.getTerms` in the browser.
 *
 * Units: points are integers, KES amounts whole shillings, USD amounts have two decimals.
 */
export const defaultEconomy = {
  timeZone: PLATFORM_TIME_ZONE,
  extraHolidays: [],
  /** The value of a point on wallet pages and in withdrawals. */
  kesPerPoint: 1000,
  /** The profile's own value of a point (docs/decisions/0001). */
  profileKesPerPoint: 100,
  minWithdrawalPoints: 1,
  /** The dashboard dialog's own minimum (docs/decisions/0001). */
  dialogMinWithdrawalPoints: 100,
  /** A member gets an offer's payout in USD times this, rounded half up, at least 1. */
  pointsPerUsd: 1,
  /** Converts PayPal payments, and shows the operator the margin; points never depend on it. */
  kesPerUsd: 129,
  /** Safaricom's bounds for one B2C payment. */
  mpesaMinKes: 10,
  mpesaMaxKes: 250_000,
  airtimeMaxKes: 5000,

  dailyLoginPoints: 25,
  isSpinOpen: true,
  /** Pays 17.85 points on average. */
  spinTable: [
    { points: 0, weight: 15 },
    { points: 5, weight: 20 },
    { points: 10, weight: 20 },
    { points: 15, weight: 15 },
    { points: 25, weight: 12 },
    { points: 40, weight: 10 },
    { points: 60, weight: 6 },
    { points: 100, weight: 2 },
  ],
  isQuizOpen: true,
  quizPointsPerCorrect: 15,
  quizQuestionsPerDay: 5,
  quizMaxPoints: 75,
  ...TASK_RANGES,
  profileGroupPoints: 10,
  videoWatchSeconds: 30,
  adExtraSeconds: 5,
  premiumKesPerMonth: 1000,
  dailyGoalPoints: 0,
  streakBonusPoints: 0,
  referralBonusPoints: 0,
  referralMaxFriends: 50,
  claimDays: 30,
  surveyExpiryDays: 14,
  quoteMarginPercent: 40,
  quoteSetupKes: 15_000,
  quoteMinuteKes: 5,
  quoteValidDays: 14,
  dailyPayoutLimitKes: 0,
  /** The maximum a person can receive by M-Pesa in a day. */
  memberDailyPayoutLimitKes: 500_000,
  minimumFloatKes: 0,
  twoAdminsFromKes: 0,
  selfApprovalKes: 0,
  dailyAdjustmentsOwnerKes: 20_000,
  dailyAdjustmentsStaffKes: 5000,
  dailyOffersOwnerKes: 20_000,
  dailyOffersStaffKes: 5000,
  dailyTasksOwnerKes: 200_000,
  dailyTasksStaffKes: 50_000,
  dailyCreditsOwnerKes: 50_000,
  dailyCreditsStaffKes: 20_000,
  dailyApprovalsOwnerKes: 1_000_000,
  dailyApprovalsStaffKes: 250_000,
  minimumAudience: 50,
  companyChangesNeedTwo: true,
  riskReviewScore: 50,
  largeWithdrawalKes: 100_000,
  firstPayoutHoldHours: 24,
  newDestinationHoldHours: 24,
  changeHoldHours: 72,
  surveyReviewHours: 48,
  automaticPayout: 'off',
  automaticMaxKes: 5000,
  automaticMemberDayKes: 5000,
  automaticDayKes: 200_000,
  automaticBelowRisk: 30,
  automaticFirstPayouts: false,
  automaticSamplePercent: 5,
  automaticTripFloorKes: 100_000,
  automaticTripMintedPercent: 300,
  automaticTripTimes: 5,
  automaticTripFailedPercent: 30,
  taxDueDay: 20,
  dailySmsLimit: 2000,
  premiumReminderDays: 3,
} as const

const WITHOUT_LIMIT_KES = 1_000_000_000

/** One admin can show the whole path of a demo. */
export const demoLimits = {
  selfApprovalKes: WITHOUT_LIMIT_KES,
  dailyAdjustmentsOwnerKes: WITHOUT_LIMIT_KES,
  dailyAdjustmentsStaffKes: WITHOUT_LIMIT_KES,
  dailyOffersOwnerKes: WITHOUT_LIMIT_KES,
  dailyOffersStaffKes: WITHOUT_LIMIT_KES,
  dailyTasksOwnerKes: WITHOUT_LIMIT_KES,
  dailyTasksStaffKes: WITHOUT_LIMIT_KES,
  dailyCreditsOwnerKes: WITHOUT_LIMIT_KES,
  dailyCreditsStaffKes: WITHOUT_LIMIT_KES,
  dailyApprovalsOwnerKes: WITHOUT_LIMIT_KES,
  dailyApprovalsStaffKes: WITHOUT_LIMIT_KES,
  minimumAudience: 0,
  companyChangesNeedTwo: false,
  firstPayoutHoldHours: 0,
  automaticPayout: 'shadow',
  automaticMaxKes: 250_000,
  automaticMemberDayKes: 500_000,
  automaticDayKes: 5_000_000,
  automaticTripFloorKes: WITHOUT_LIMIT_KES,
} as const

/** What the rule may approve without any person. More is looser; of the limits of an hour 0 is the loosest. */
const AUTOMATIC = [
  'automaticMaxKes',
  'automaticMemberDayKes',
  'automaticDayKes',
  'automaticBelowRisk',
  'automaticTripFloorKes',
] as const satisfies readonly (keyof Economy)[]
const TRIPS = [
  'automaticTripMintedPercent',
  'automaticTripTimes',
  'automaticTripFailedPercent',
] as const satisfies readonly (keyof Economy)[]

/** What one person may do alone. More is looser. */
const LIMITS = [
  'selfApprovalKes',
  'dailyAdjustmentsOwnerKes',
  'dailyAdjustmentsStaffKes',
  'dailyOffersOwnerKes',
  'dailyOffersStaffKes',
  'dailyTasksOwnerKes',
  'dailyTasksStaffKes',
  'dailyCreditsOwnerKes',
  'dailyCreditsStaffKes',
  'dailyApprovalsOwnerKes',
  'dailyApprovalsStaffKes',
  ...AUTOMATIC,
] as const satisfies readonly (keyof Economy)[]

/** How long payouts wait, and how many members a rule fits at least. Less is looser. */
const MINIMUMS = [
  'minimumAudience',
  'firstPayoutHoldHours',
  'newDestinationHoldHours',
  'changeHoldHours',
] as const satisfies readonly (keyof Economy)[]

/** Whether one person may do anything alone after a change that they could not before. */
export function isLooser(before: Economy, after: Economy): boolean {
  const [needsTwoFrom, needsTwoFromThen] = [before, after].map(
    ({ twoAdminsFromKes }) => twoAdminsFromKes || Number.POSITIVE_INFINITY,
  ) as [number, number]
  return (
    LIMITS.some((field) => after[field] > before[field]) ||
    MINIMUMS.some((field) => after[field] < before[field]) ||
    needsTwoFromThen > needsTwoFrom ||
    isAutomaticLooser(before, after) ||
    (before.companyChangesNeedTwo && !after.companyChangesNeedTwo)
  )
}

function isAutomaticLooser(before: Economy, after: Economy): boolean {
  return (
    (before.automaticPayout !== 'on' && after.automaticPayout === 'on') ||
    (!before.automaticFirstPayouts && after.automaticFirstPayouts) ||
    after.automaticSamplePercent < before.automaticSamplePercent ||
    TRIPS.some((field) => orNever(after[field]) > orNever(before[field]))
  )
}

const orNever = (limit: number) => limit || Number.POSITIVE_INFINITY

export type EconomyField = keyof Economy
export type EconomyChange = {
  [Field in EconomyField]: { field: Field; before: Economy[Field]; after: Economy[Field] }
}[EconomyField]

/** List the fields that differ, in the order of the record. */
export function listEconomyChanges(before: Economy, after: Economy): EconomyChange[] {
  const fields = Object.keys(before) as EconomyField[]
  return (
    fields
      // A field that no longer exists was moved elsewhere, not changed.
      .filter((field) => field in after && !isSame(before[field], after[field]))
      .map((field) => ({ field, before: before[field], after: after[field] }) as EconomyChange)
  )
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = Object.keys({ ...one, ...other })
  return keys.every((key) => isSame(Reflect.get(one, key), Reflect.get(other, key)))
}
