import { REPLAYED_AT_ONCE, type ReplayFailedInput } from '@chuma/contract/webhooks/webhooks'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { replayFailedDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import type { Deps } from '../deps.ts'
import { lockActiveWebhook } from './lock-active-webhook.ts'

/**
 * Send what an endpoint has missed since a time, oldest first, up to a maximum. Skips what has arrived since or is
 * pending, so that another call continues where this one stopped.
 * @throws AppError NOT_FOUND, WEBHOOK_OFF
 */
export async function replayFailed(
  { db }: Deps,
  staff: StaffActor,
  { id, since }: ReplayFailedInput,
): Promise<{ replayed: number }> {
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, id)
    const replayed = await replayFailedDeliveries(trx, {
      endpointId: id,
      since: new Date(since),
      limit: REPLAYED_AT_ONCE,
    })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'webhook.failed-replayed',
      subject: `webhook:${id}`,
      after: { since, replayed },
      address: staff.address,
    })
    return { replayed }
  })
}
