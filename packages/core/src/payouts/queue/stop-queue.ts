import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockQueue, updateQueue } from '@chuma/db/queries/payouts/payout-queue'

export type Stop = {
  reason: string
  /** The provider's answer; null if a person stops it. */
  code: string | null
  actor: string
  address: string | null
}

/**
 * Stop everything that has not been sent, until a person resumes it. Staff get one mail for each stop. Returns false if
 * it was stopped already. Lock order: payouts before the queue.
 */
export async function stopQueue(
  trx: Trx,
  provider: string,
  { reason, code, actor, address }: Stop,
): Promise<boolean> {
  if ((await lockQueue(trx, provider)).isStopped) return false
  await updateQueue(trx, provider, { reason, code, stoppedBy: actor })
  await insertAuditEntry(trx, {
    actor,
    action: 'payout-queue.stopped',
    subject: `payout-queue:${provider}`,
    ...(code === null ? {} : { after: { code } }),
    reason,
    address,
  })
  await insertJob(trx, 'send-queue-stopped', { provider, reason, code, stoppedBy: actor })
  return true
}

/** Stop the queue because of a provider's answer, in the transaction that records the answer. */
export async function stopQueueFor(
  trx: Trx,
  provider: string,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await stopQueue(trx, provider, { reason: reason || code, code, actor: 'system', address: null })
}
