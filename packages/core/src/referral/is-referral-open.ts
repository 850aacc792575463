import type { Economy } from '@chuma/contract/admin/economy/economy'

/** Whether there is anything to win by inviting. */
export function isReferralOpen({
  referralBonusPoints,
  referralMaxFriends,
}: Pick<Economy, 'referralBonusPoints' | 'referralMaxFriends'>): boolean {
  return referralBonusPoints > 0 && referralMaxFriends > 0
}
