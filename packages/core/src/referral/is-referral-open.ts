import type { Economy } from '@chuma/contract/admin/economy/economy'

/** Whether inviting a friend can pay a bonus. */
export function isReferralOpen({
  referralBonusPoints,
  referralMaxFriends,
}: Pick<Economy, 'referralBonusPoints' | 'referralMaxFriends'>): boolean {
  return referralBonusPoints > 0 && referralMaxFriends > 0
}
