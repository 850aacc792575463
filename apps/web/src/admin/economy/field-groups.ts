import type { EconomyField } from '@chuma/contract/admin/economy/economy-defaults'
import { TASK_RANGE_FIELDS, TASK_RANGES } from '@chuma/contract/admin/economy/task-ranges'

export type Control = 'whole' | 'decimal' | 'switch' | 'range' | 'text' | 'days' | 'mode' | 'wheel'

/** The parts of the page, each about one decision. */
export const ECONOMY_SECTIONS = ['worth', 'rewards', 'payouts', 'people', 'time'] as const
export type EconomySection = (typeof ECONOMY_SECTIONS)[number]

/** Every field of the record, grouped as on the page. */
export const FIELD_GROUPS = [
  {
    section: 'worth',
    group: 'value',
    fields: ['kesPerPoint', 'profileKesPerPoint', 'pointsPerUsd', 'kesPerUsd'],
  },
  {
    section: 'payouts',
    group: 'withdrawals',
    fields: [
      'minWithdrawalPoints',
      'dialogMinWithdrawalPoints',
      'mpesaMinKes',
      'mpesaMaxKes',
      'airtimeMaxKes',
    ],
  },
  {
    section: 'rewards',
    group: 'games',
    fields: [
      'dailyLoginPoints',
      'streakBonusPoints',
      'dailyGoalPoints',
      'isSpinOpen',
      'spinTable',
      'isQuizOpen',
      'quizPointsPerCorrect',
      'quizQuestionsPerDay',
      'quizMaxPoints',
    ],
  },
  {
    section: 'rewards',
    group: 'tasks',
    fields: [...TASK_RANGE_FIELDS, 'profileGroupPoints', 'videoWatchSeconds', 'adExtraSeconds'],
  },
  {
    section: 'rewards',
    group: 'members',
    fields: ['premiumKesPerMonth', 'premiumReminderDays', 'referralBonusPoints', 'referralMaxFriends'],
  },
  { section: 'rewards', group: 'surveys', fields: ['claimDays', 'surveyExpiryDays'] },
  {
    section: 'worth',
    group: 'quotes',
    fields: ['quoteMarginPercent', 'quoteSetupKes', 'quoteMinuteKes', 'quoteValidDays'],
  },
  {
    section: 'payouts',
    group: 'payouts',
    fields: [
      'dailyPayoutLimitKes',
      'memberDailyPayoutLimitKes',
      'minimumFloatKes',
      'dailySmsLimit',
      'riskReviewScore',
      'largeWithdrawalKes',
    ],
  },
  {
    section: 'payouts',
    group: 'holds',
    fields: ['firstPayoutHoldHours', 'newDestinationHoldHours', 'changeHoldHours', 'surveyReviewHours'],
  },
  {
    section: 'payouts',
    group: 'automatic',
    fields: [
      'automaticPayout',
      'automaticMaxKes',
      'automaticMemberDayKes',
      'automaticDayKes',
      'automaticBelowRisk',
      'automaticFirstPayouts',
      'automaticSamplePercent',
      'automaticTripFloorKes',
      'automaticTripMintedPercent',
      'automaticTripTimes',
      'automaticTripFailedPercent',
    ],
  },
  {
    section: 'people',
    group: 'twoPeople',
    fields: [
      'twoAdminsFromKes',
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
      'minimumAudience',
      'companyChangesNeedTwo',
    ],
  },
  { section: 'time', group: 'place', fields: ['taxDueDay', 'timeZone', 'extraHolidays'] },
] as const satisfies readonly { section: EconomySection; group: string; fields: readonly EconomyField[] }[]

const CONTROLS: Partial<Record<EconomyField, Control>> = {
  pointsPerUsd: 'decimal',
  kesPerUsd: 'decimal',
  isSpinOpen: 'switch',
  isQuizOpen: 'switch',
  companyChangesNeedTwo: 'switch',
  automaticPayout: 'mode',
  automaticFirstPayouts: 'switch',
  spinTable: 'wheel',
  timeZone: 'text',
  extraHolidays: 'days',
}

export const controlOf = (field: EconomyField): Control =>
  CONTROLS[field] ?? (field in TASK_RANGES ? 'range' : 'whole')

export const ECONOMY_FIELDS: readonly EconomyField[] = FIELD_GROUPS.flatMap(({ fields }) => [...fields])
