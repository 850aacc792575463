import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { listDueAttempts, postponeAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { listDueCallbacks, postponeCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import type { Deps } from '../../deps.ts'

/**
 * Queue a job for everything that lost its own (a job or worker died, a result did not arrive). Every worker runs this
 * every few seconds; the first to postpone a due attempt queues its job, and the jobs check under the lock whether there
 * is something to do. With busy workers each attempt has one waiting job.
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
