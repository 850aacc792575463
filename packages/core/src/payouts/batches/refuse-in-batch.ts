import type { Trx } from '@chuma/db/client'
import { isInOpenBatch } from '@chuma/db/queries/payouts/bank-batches'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { AppError } from '../../app-error.ts'

/**
 * Refuse to decide otherwise about a withdrawal that a bank may be paying from a file: only the bank's result settles it.
 * @throws AppError WITHDRAWAL_STATE
 */
export async function refuseInBatch(trx: Trx, ref: WithdrawalRef): Promise<void> {
  if (await isInOpenBatch(trx, ref)) throw new AppError('WITHDRAWAL_STATE')
}
