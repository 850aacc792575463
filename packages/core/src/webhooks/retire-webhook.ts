import type { Answer } from '@chuma/contract/timestamp'
import type { webhook } from '@chuma/contract/webhooks/webhooks'
import { lockWebhook, retireWebhook as retireRow } from '@chuma/db/queries/webhooks/webhooks'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { stopDeliveries } from './move-deliveries.ts'

/**
 * Retire a webhook permanently: pending deliveries are not sent either. Returns its last state. @throws AppError
 * NOT_FOUND
 */
export async function retireWebhook(
  { db }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof webhook>> {
  return db.transaction().execute(async (trx) => {
    const endpoint = await lockWebhook(trx, id)
    if (!endpoint) throw new AppError('NOT_FOUND')
    await retireRow(trx, id)
    await stopDeliveries(trx, id, { by: 'staff', lastError: 'The webhook was retired' })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.retired',
      subject: `webhook:${id}`,
      before: { name: endpoint.name, url: endpoint.url },
      address: staff.address,
    })
    return endpoint
  })
}
