import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { updateWithdrawal, type Wait } from '@chuma/db/queries/payouts/payouts'

/** Leaves a prepared payout in the queue until then. Its member reads why. */
export async function holdPayout(trx: Trx, ref: AttemptRef, wait: Wait): Promise<void> {
  await updateAttempt(trx, ref, { nextCheckAt: wait.until })
  const { memberId, withdrawalId } = ref
  await updateWithdrawal(trx, { memberId, withdrawalId }, { payoutState: 'queued', wait })
}
