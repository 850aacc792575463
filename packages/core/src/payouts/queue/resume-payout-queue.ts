import type { payoutQueue, ResumeQueueInput } from '@chuma/contract/payouts/payout-queue'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockSwitch, updateSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'
import { hastenPrepared } from '@chuma/db/queries/payouts/due-attempts'
import { isQueueStopped, lockQueue, updateQueue } from '@chuma/db/queries/payouts/payout-queue'
import { recordCompanyChange } from '../../admin/audit/record-company-change.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import { listOpenRails } from '../rails/find-rail.ts'
import { getPayoutQueue } from './get-payout-queue.ts'
import { requireQueues } from './require-queue.ts'

/**
 * Resume payouts after a person has fixed the problem. All waiting payouts are checked again, even those that wait for
 * another day or for money, because a limit may have been raised or money added.
 * @throws AppError NOT_FOUND without a provider, QUEUE_STATE if it is not stopped
 */
export async function resumePayoutQueue(
  deps: Deps,
  staff: StaffActor,
  { provider, note }: ResumeQueueInput,
): Promise<Answer<typeof payoutQueue>> {
  const isAllMeant = provider === undefined && (await isQueueStopped(deps.db, ALL_RAILS))
  const providers = isAllMeant ? [ALL_RAILS, ...listOpenRails(deps.payouts)] : requireQueues(deps, provider)
  await deps.db.transaction().execute(async (trx) => {
    // Attempts before the queue, as a sender locks them: the other way round the two would deadlock.
    await hastenPrepared(trx)
    let resumed = 0
    for (const name of providers) if (await resume(trx, staff, { provider: name, note })) resumed += 1
    if (resumed === 0) throw new AppError('QUEUE_STATE')
    // The rule looks again at what it left to people meanwhile.
    if (providers.includes(ALL_RAILS) && !(await lockSwitch(trx, 'update')).isTripped)
      await updateSwitch(trx, null)
    await insertJob(trx, 'query-float', {})
  })
  // Otherwise what waited would wait for the next sweep too. They are resumed by now, so its failure is no refusal.
  await sweepPayouts(deps).catch((error) => deps.reportFailure(error, 'the sweep after a resume failed'))
  return getPayoutQueue(deps)
}

/** False if it was not stopped. */
async function resume(
  trx: Trx,
  staff: StaffActor,
  { provider, note }: { provider: string; note: string },
): Promise<boolean> {
  const { isStopped, reason, code, since, stoppedBy } = await lockQueue(trx, provider)
  if (!isStopped) return false
  await updateQueue(trx, provider, null)
  await recordCompanyChange(trx, {
    actor: staff.name,
    action: 'payout-queue.resumed',
    subject: `payout-queue:${provider}`,
    before: { reason, code, since, stoppedBy },
    reason: note,
    address: staff.address,
  })
  return true
}
