import type { Trx } from '@chuma/db/client'
import { findOpenPause } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError } from '../../app-error.ts'

/**
 * The caller has locked the wallet, as whoever pauses does: what passes here was asked for before the pause.
 * @throws AppError PAYOUTS_PAUSED with the reason, and what can be done about it
 */
export async function refuseWhilePaused(trx: Trx, memberId: string): Promise<void> {
  const pause = await findOpenPause(trx, memberId)
  if (!pause) return
  const next =
    pause.appeal === null
      ? 'You can appeal on the withdrawal page.'
      : pause.appealAnswer === null
        ? 'We have your appeal and will answer it.'
        : `Our answer to your appeal: ${pause.appealAnswer}`
  const message = `Your payouts are paused: ${pause.reason} Your points stay yours and you go on earning. ${next}`
  throw new AppError('PAYOUTS_PAUSED', { message })
}
