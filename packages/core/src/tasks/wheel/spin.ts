import type { SpinResult } from '@chuma/contract/tasks/games'
import { insertSpin } from '@chuma/db/queries/tasks/games'
import { AppError } from '../../app-error.ts'
import { requirePremium } from '../../auth/require-premium.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { notice, type Unworded } from '../../notice.ts'
import { postReward } from '../../wallet/post-reward.ts'
import { draw } from './draw.ts'

/**
 * Today's spin. What it wins is drawn and written down before the browser hears of it; the day's row, claimed in the same
 * transaction as the points, lets one of any number of spins win.
 * @throws AppError PREMIUM_REQUIRED, CLOSED while the operator has it closed, DONE_TODAY
 */
export async function spin(deps: Deps, caller: SignedInMember): Promise<Unworded<SpinResult>> {
  const { memberId } = requirePremium(caller)
  const { isSpinOpen, spinTable } = await deps.economy()
  if (!isSpinOpen) throw new AppError('CLOSED')
  const { segment, points } = draw(spinTable)

  return deps.db.transaction().execute(async (trx) => {
    const claimed = await insertSpin(trx, memberId, { points, table: spinTable })
    if (!claimed) throw new AppError('DONE_TODAY', { what: 'spin' })
    const { availablePoints } = await postReward(trx, memberId, {
      kind: 'spin',
      points,
      sourceKey: `spin:${claimed.day}`,
      description: 'Spin wheel',
    })
    return { pointsWon: points, segment, message: notice('SPUN', { points }), availablePoints }
  })
}
