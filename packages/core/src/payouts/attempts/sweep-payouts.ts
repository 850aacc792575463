import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { listDueAttempts, postponeAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { listDueCallbacks, postponeCallback } from '@chuma/db/queries/payouts/payout-callbacks'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'

const PAGE = 100
/** The other sweeps wait for this one. */
const MAX_PAGES = 20

/**
 * Queue a job for everything that lost its own (a job or worker died, a result did not arrive). Every worker runs this
 * every few seconds; the first to postpone a due attempt queues its job, and the jobs check under the lock whether there
 * is something to do. With busy workers each attempt has one waiting job.
 */
export async function sweepPayouts(deps: Deps, { pageSize = PAGE } = {}): Promise<void> {
  // After a stopped queue was resumed, everything that waited is due together.
  await pageByPage(pageSize, () => sweepAttempts(deps, pageSize))
  await pageByPage(pageSize, () => sweepCallbacks(deps, pageSize))
}

type Swept = { found: number; taken: number }

/** A page whose rows all failed would come again. */
async function pageByPage(pageSize: number, sweepPage: () => Promise<Swept>): Promise<void> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { found, taken } = await sweepPage()
    if (found < pageSize || taken === 0) return
  }
}

async function sweepAttempts(deps: Deps, limit: number): Promise<Swept> {
  const { db, payouts } = deps
  const due = await listDueAttempts(db, limit)
  let taken = 0
  await eachAlone(deps, due, {
    name: ({ withdrawalId }) => `payout attempt of withdrawal ${withdrawalId}`,
    work: async ({ state: _, ...attempt }) => {
      await db.transaction().execute(async (trx) => {
        const found = await postponeAttempt(trx, attempt, payouts.leaseSeconds)
        if (!found) return
        const { memberId, withdrawalId } = attempt
        const job = found.state === 'prepared' ? 'send-payout' : 'check-payout'
        await insertJobUnlessWaiting(trx, job, { memberId, withdrawalId })
      })
      taken += 1
    },
  })
  return { found: due.length, taken }
}

async function sweepCallbacks(deps: Deps, limit: number): Promise<Swept> {
  const { db, payouts } = deps
  const due = await listDueCallbacks(db, limit)
  let taken = 0
  await eachAlone(deps, due, {
    name: (callbackId) => `payout callback ${callbackId}`,
    work: async (callbackId) => {
      await db.transaction().execute(async (trx) => {
        const isMine = await postponeCallback(trx, callbackId, payouts.leaseSeconds)
        if (isMine) await insertJobUnlessWaiting(trx, 'process-payout-callback', { callbackId })
      })
      taken += 1
    },
  })
  return { found: due.length, taken }
}
