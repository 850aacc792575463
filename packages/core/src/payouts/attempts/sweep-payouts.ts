import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { listDueAttempts, postponeAttempt } from '@chuma/db/queries/payouts/due-attempts'
import { listDueCallbacks, postponeCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'

/**
 * Queue a job for everything that lost its own (a job or worker died, a result did not arrive). Every worker runs this
 * every few seconds; the first to postpone a due attempt queues its job, and the jobs check under the lock whether there
 * is something to do. With busy workers each attempt has one waiting job.
 */
export async function sweepPayouts(deps: Deps): Promise<void> {
  const { db, payouts } = deps
  await eachAlone(deps, await listDueAttempts(db), {
    name: ({ withdrawalId }) => `payout attempt of withdrawal ${withdrawalId}`,
    work: ({ state: _, ...attempt }) =>
      db.transaction().execute(async (trx) => {
        const found = await postponeAttempt(trx, attempt, payouts.leaseSeconds)
        if (!found) return
        const { memberId, withdrawalId } = attempt
        const job = found.state === 'prepared' ? 'send-payout' : 'check-payout'
        await insertJobUnlessWaiting(trx, job, { memberId, withdrawalId })
      }),
  })
  await eachAlone(deps, await listDueCallbacks(db), {
    name: (callbackId) => `payout callback ${callbackId}`,
    work: (callbackId) =>
      db.transaction().execute(async (trx) => {
        const isMine = await postponeCallback(trx, callbackId, payouts.leaseSeconds)
        if (isMine) await insertJobUnlessWaiting(trx, 'process-payout-callback', { callbackId })
      }),
  })
}
