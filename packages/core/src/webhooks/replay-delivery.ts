import type { Answer } from '@chuma/contract/timestamp'
import type { webhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findDeliveryRef, getDelivery, insertReplay } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { lockActiveWebhook } from './lock-active-webhook.ts'

/**
 * Send an event to its endpoint again, with the same id, whether or not it arrived before.
 * @throws AppError NOT_FOUND, WEBHOOK_OFF, WEBHOOK_WAITING while it is pending
 */
export async function replayDelivery(
  { db }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof webhookDelivery>> {
  const found = await findDeliveryRef(db, id)
  if (!found) throw new AppError('NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, found.endpointId)
    const deliveryId = await insertReplay(trx, id)
    if (!deliveryId) throw new AppError('WEBHOOK_WAITING')
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'webhook.replayed',
      subject: `webhook:${found.endpointId}`,
      after: { eventId: found.eventId, replayOf: id },
      address: staff.address,
    })
    return getDelivery(trx, deliveryId)
  })
}
