import type { Answer } from '@chuma/contract/timestamp'
import { type issuedWebhook, WEBHOOK_ROTATION_HOURS } from '@chuma/contract/webhooks/webhooks'
import { lockWebhook, replaceSecret } from '@chuma/db/queries/webhooks/webhooks'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { createWebhookSecret } from './webhook-secret.ts'

/**
 * Create a new secret, shown only in this answer. For a day messages carry a signature of both secrets, so that a
 * receiver can switch at any time; an even older secret ends immediately.
 * @throws AppError NOT_FOUND
 */
export async function rotateSecret(
  { db }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof issuedWebhook>> {
  const secret = createWebhookSecret()
  return db.transaction().execute(async (trx) => {
    if (!(await lockWebhook(trx, id))) throw new AppError('NOT_FOUND')
    const endpoint = await replaceSecret(trx, id, { secret, hours: WEBHOOK_ROTATION_HOURS })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.secret-rotated',
      subject: `webhook:${id}`,
      address: staff.address,
    })
    return { ...endpoint, secret }
  })
}
