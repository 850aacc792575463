import type { TripCause } from '@chuma/contract/payouts/automatic-payouts'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listPayoutMailboxes } from '@chuma/db/queries/admin/owner-mailboxes'
import { insertJob } from '@chuma/db/queries/jobs'
import { lockSwitch, updateSwitch } from '@chuma/db/queries/payouts/automatic/automatic-switch'

export type Trip = {
  cause: TripCause
  /** In plain words, for staff. */
  reason: string
  /** The member of staff who threw the switch; by default the machine did. */
  actor?: string
  address?: string | null
}

/**
 * Throw the switch of automatic payout: nothing is approved by the rule after the commit, and nothing that it approved is sent. Owners
 * and finance get a mail. False if it was thrown before. Call it last in a transaction, after the locks of payouts and their queue.
 */
export async function tripAutomaticPayout(
  trx: Trx,
  { cause, reason, actor = 'system', address = null }: Trip,
): Promise<boolean> {
  if ((await lockSwitch(trx, 'update')).isTripped) return false
  await updateSwitch(trx, { cause, reason, trippedBy: actor })
  await insertAuditEntry(trx, {
    actor,
    action: 'automatic-payout.stopped',
    subject: 'automatic-payout',
    after: { cause },
    reason,
    address,
  })
  const news = { cause, reason, trippedBy: actor }
  await insertJob(trx, 'send-automatic-stopped', news)
  for (const to of await listPayoutMailboxes(trx))
    await insertJob(trx, 'send-automatic-stopped', { ...news, to })
  return true
}
