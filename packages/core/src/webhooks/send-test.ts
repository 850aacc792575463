import type { Answer } from '@chuma/contract/timestamp'
import type { webhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { getDelivery, insertTestDelivery } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import type { Deps } from '../deps.ts'
import { lockActiveWebhook } from './lock-active-webhook.ts'

/** Send a test event, signed and retried like any other. @throws AppError NOT_FOUND, WEBHOOK_OFF */
export async function sendTest(
  { db }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof webhookDelivery>> {
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, id)
    const deliveryId = await insertTestDelivery(trx, id)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'webhook.tested',
      subject: `webhook:${id}`,
      address: staff.address,
    })
    return getDelivery(trx, deliveryId)
  })
}
