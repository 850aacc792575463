import type { Economy } from './economy.ts'

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
