import { randomInt } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import { spinChances } from '@chuma/contract/tasks/expected-spin'
import type { SpinResult, wheel } from '@chuma/contract/tasks/games'
import { claimSpin, findTodaysSpin, getNextDay } from '@chuma/db/queries/tasks/games'
import { AppError } from '../app-error.ts'
import { requirePremium } from '../auth/sessions.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'

/**
 * Spin today's wheel. The result is drawn and stored before the browser gets it. One statement claims the day and books the
 * points: of concurrent spins one counts.
 * @throws AppError PREMIUM_REQUIRED, CLOSED while the operator has closed it, DONE_TODAY
 */
export async function spin(deps: Deps, caller: SignedInMember): Promise<Unworded<SpinResult>> {
  const { memberId } = requirePremium(caller)
  const { isSpinOpen, spinTable } = await deps.economy()
  if (!isSpinOpen) throw new AppError('CLOSED')
  const { segment, points } = draw(spinTable)

  const spun = await claimSpin(deps.db, { memberId, points, table: spinTable, description: 'Spin wheel' })
  if (!spun) throw new AppError('DONE_TODAY', { what: 'spin' })
  const { availablePoints } = spun
  return { pointsWon: points, segment, message: notice('SPUN', { points }), availablePoints }
}

/** Draw a segment of the wheel by weight. The only place where chance decides about points. */
export function draw(table: readonly { points: number; weight: number }[]) {
  const total = table.reduce((sum, { weight }) => sum + weight, 0)
  let left = randomInt(total)
  for (const [segment, { points, weight }] of table.entries()) {
    left -= weight
    if (left < 0) return { segment, points }
  }
  throw new Error('the weights of the wheel do not add up')
}

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
