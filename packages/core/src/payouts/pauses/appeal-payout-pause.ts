import type { AppealPayoutPauseInput, payoutPause } from '@chuma/contract/payouts/payout-pause'
import type { Answer } from '@chuma/contract/timestamp'
import { getPayoutPause, lockPause, updatePause } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError } from '../../app-error.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

/**
 * Appeal against a pause of the caller's payouts: once per pause, while it lasts. Staff answer it.
 * @throws AppError NOT_FOUND for someone else's pause, APPEAL_STATE
 */
export function appealPayoutPause(
  { db }: Deps,
  { memberId }: SignedInMember,
  { id, appeal }: AppealPayoutPauseInput,
): Promise<Answer<typeof payoutPause>> {
  return db.transaction().execute(async (trx) => {
    const ref = { memberId, pauseId: id }
    const pause = await lockPause(trx, ref)
    if (!pause) throw new AppError('NOT_FOUND')
    if (pause.liftedAt || pause.appeal !== null) throw new AppError('APPEAL_STATE')
    await updatePause(trx, ref, { appeal })
    return getPayoutPause(trx, ref)
  })
}
