import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { listDueAttempts, postponeAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { listDueCallbacks, postponeCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import type { Deps } from '../../deps.ts'

/**
 * Finds what no job looks after any more (a job or a worker that died, a result that did not come) and gives it a job.
 * Every worker runs it every few seconds: who puts a due attempt off first brings its job, and the jobs decide for
 * themselves, under the lock, whether there is something to do. While workers cannot keep up, each has one job that waits.
 */
export async function sweepPayouts(deps: Deps): Promise<void> {
  const provider = deps.payouts.provider?.name ?? null
  for (const { state: _, ...attempt } of await listDueAttempts(deps.db, provider)) {
    await deps.db.transaction().execute(async (trx) => {
      const found = await postponeAttempt(trx, attempt, deps.payouts.leaseSeconds)
      if (!found) return
      const { memberId, withdrawalId } = attempt
      await insertJobUnlessWaiting(trx, found.state === 'prepared' ? 'send-payout' : 'check-payout', {
        memberId,
        withdrawalId,
      })
    })
  }
  for (const callbackId of await listDueCallbacks(deps.db)) {
    await deps.db.transaction().execute(async (trx) => {
      const isMine = await postponeCallback(trx, callbackId, deps.payouts.leaseSeconds)
      if (isMine) await insertJobUnlessWaiting(trx, 'process-payout-callback', { callbackId })
    })
  }
}
