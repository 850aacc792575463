import type { DailyLoginResult } from '@chuma/contract/tasks/games'
import { claimDay } from '@chuma/db/queries/tasks/games'
import { AppError } from '../../app-error.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Claim the daily login bonus, once a business day (SPEC §9). One statement claims the day and books the points, so of
 * concurrent claims one succeeds.
 * @throws AppError DONE_TODAY
 */
export async function claimDailyLogin(deps: Deps, member: SignedInMember): Promise<DailyLoginResult> {
  const { dailyLoginPoints, streakBonusPoints } = await deps.economy()
  const claimed = await claimDay(deps.db, {
    memberId: member.memberId,
    points: dailyLoginPoints,
    streakBonus: streakBonusPoints,
    description: 'Daily login',
    descriptionInARow: 'Daily login, day %s in a row',
  })
  if (!claimed) throw new AppError('DONE_TODAY', { what: 'dailyLogin' })
  return {
    pointsEarned: claimed.points,
    streak: claimed.streak,
    availablePoints: claimed.availablePoints,
  }
}
