import { spinChances } from '@chuma/contract/tasks/expected-spin'
import type { wheel } from '@chuma/contract/tasks/games'
import type { Answer } from '@chuma/contract/timestamp'
import { findTodaysSpin, getNextDay } from '@chuma/db/queries/tasks/games'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/** Show the wheel with its odds, and whether this member can spin it now. Without premium it is visible but closed. */
export async function getWheel(deps: Deps, member: SignedInMember): Promise<Answer<typeof wheel>> {
  const { isSpinOpen, spinTable, timeZone } = await deps.economy()
  const [spun, opensAgainAt] = await Promise.all([
    findTodaysSpin(deps.db, member.memberId),
    getNextDay(deps.db, timeZone),
  ])
  return {
    canSpin: member.isPremium && isSpinOpen && !spun,
    segments: spinTable.map(({ points }) => points),
    chancePercents: spinChances(spinTable),
    pointsWon: spun?.points ?? null,
    opensAgainAt,
  }
}
