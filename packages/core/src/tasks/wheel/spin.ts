import type { SpinResult } from '@chuma/contract/tasks/games'
import { claimSpin } from '@chuma/db/queries/tasks/games'
import { AppError } from '../../app-error.ts'
import { requirePremium } from '../../auth/require-premium.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { notice, type Unworded } from '../../notice.ts'
import { draw } from './draw.ts'

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
