import type { DailyLoginResult } from '@chuma/contract/games'
import { insertDailyLogin } from '@chuma/db/queries/games'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { postReward } from '../wallet/post-reward.ts'

/**
 * The bonus for coming back, once a business day (SPEC §9). The day's row is claimed first: of any number at the same
 * time one gets it, and the others are told so.
 * @throws AppError DONE_TODAY
 */
export async function claimDailyLogin(deps: Deps, member: SignedInMember): Promise<DailyLoginResult> {
  const { dailyLoginPoints, streakBonusPoints } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const claimed = await insertDailyLogin(trx, member.memberId, {
      points: dailyLoginPoints,
      streakBonus: streakBonusPoints,
    })
    if (!claimed)
      throw new AppError('DONE_TODAY', { message: 'You have your daily bonus. Come back tomorrow.' })
    const reward = await postReward(trx, member.memberId, {
      kind: 'daily-login',
      points: claimed.points,
      sourceKey: `daily-login:${claimed.day}`,
      description: claimed.streak > 1 ? `Daily login, day ${claimed.streak} in a row` : 'Daily login',
    })
    return { ...reward, streak: claimed.streak }
  })
}
