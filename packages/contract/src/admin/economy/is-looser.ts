import type { Economy } from './economy.ts'

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
] as const satisfies readonly (keyof Economy)[]

/** How long payouts wait. Less is looser. */
const HOLDS = [
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
    HOLDS.some((field) => after[field] < before[field]) ||
    needsTwoFromThen > needsTwoFrom ||
    (before.companyChangesNeedTwo && !after.companyChangesNeedTwo)
  )
}
