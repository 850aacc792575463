import type { EconomyField } from '@chuma/contract/admin/economy/economy-defaults'
import { TASK_RANGE_FIELDS, TASK_RANGES } from '@chuma/contract/admin/economy/task-ranges'

export type Control = 'whole' | 'decimal' | 'switch' | 'range' | 'text' | 'days' | 'mode' | 'wheel'

/** Every field of the record, grouped as on the page. */
export const FIELD_GROUPS = [
  { group: 'value', fields: ['kesPerPoint', 'profileKesPerPoint', 'pointsPerUsd', 'kesPerUsd'] },
  {
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
    group: 'tasks',
    fields: [...TASK_RANGE_FIELDS, 'profileGroupPoints', 'videoWatchSeconds', 'adExtraSeconds'],
  },
  {
    group: 'members',
    fields: ['premiumKesPerMonth', 'premiumReminderDays', 'referralBonusPoints', 'referralMaxFriends'],
  },
  { group: 'surveys', fields: ['claimDays', 'surveyExpiryDays'] },
  {
    group: 'quotes',
    fields: ['quoteMarginPercent', 'quoteSetupKes', 'quoteMinuteKes', 'quoteValidDays'],
  },
  {
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
    group: 'holds',
    fields: ['firstPayoutHoldHours', 'newDestinationHoldHours', 'changeHoldHours', 'surveyReviewHours'],
  },
  {
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
  { group: 'place', fields: ['taxDueDay', 'timeZone', 'extraHolidays'] },
] as const satisfies readonly { group: string; fields: readonly EconomyField[] }[]

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
