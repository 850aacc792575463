import type { Trx } from '@chuma/db/client'
import { type LockedAttempt, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { Wait } from '@chuma/db/queries/payouts/payouts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { moveWithdrawal } from '../move-payout.ts'

/** Keep a prepared payout in the queue until then. The member sees the reason. */
export async function holdPayout(
  trx: Trx,
  payout: LockedPayout & { attempt: LockedAttempt },
  wait: Wait,
): Promise<void> {
  const { ref, attempt } = payout
  await updateAttempt(trx, { ...ref, attemptNo: attempt.attemptNo }, { nextCheckAt: wait.until })
  await moveWithdrawal(trx, payout, { to: 'queued', by: 'worker', wait })
}
