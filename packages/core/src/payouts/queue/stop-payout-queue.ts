import type { payoutQueue, StopQueueInput } from '@chuma/contract/payouts/payout-queue'
import type { Answer } from '@chuma/contract/timestamp'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { getPayoutQueue } from './get-payout-queue.ts'
import { requireQueues } from './require-queue.ts'
import { stopQueue } from './stop-queue.ts'

/**
 * Stop payouts immediately, for staff who may manage them. Nothing leaves after the commit; payouts that were sent are
 * still followed.
 * @throws AppError NOT_FOUND without a provider, QUEUE_STATE if all of them are stopped already
 */
export async function stopPayoutQueue(
  deps: Deps,
  staff: StaffActor,
  { provider, reason }: StopQueueInput,
): Promise<Answer<typeof payoutQueue>> {
  const providers = requireQueues(deps, provider)
  await deps.db.transaction().execute(async (trx) => {
    const stop = { reason, code: null, actor: staff.name, address: staff.address }
    let stopped = 0
    for (const name of providers) if (await stopQueue(trx, name, stop)) stopped += 1
    if (stopped === 0) throw new AppError('QUEUE_STATE')
  })
  return getPayoutQueue(deps)
}
