import type { Trx } from '@chuma/db/client'
import { findOpenPause } from '@chuma/db/queries/payouts/payout-pauses'
import { AppError } from '../../app-error.ts'

/**
 * Refuse while the member's payouts are paused. Caller and pause both lock the wallet, so requests cannot slip past a
 * pause.
 * @throws AppError PAYOUTS_PAUSED with the reason and the possible next step
 */
export async function refuseWhilePaused(trx: Trx, memberId: string): Promise<void> {
  const pause = await findOpenPause(trx, memberId)
  if (!pause) return
  const { reason, appealAnswer } = pause
  const sent = appealAnswer === null ? 'sent' : 'answered'
  const appeal = pause.appeal === null ? 'none' : sent
  throw new AppError('PAYOUTS_PAUSED', { reason, appeal, answer: appealAnswer ?? '' })
}
