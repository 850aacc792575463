import type { Answer } from '@chuma/contract/timestamp'
import { type issuedWebhook, WEBHOOK_ROTATION_HOURS } from '@chuma/contract/webhooks/webhooks'
import { findSecret, lockWebhook, replaceSecret } from '@chuma/db/queries/webhooks/webhooks'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { isLostWith } from '../secrets/create-secrets.ts'
import { placeOfWebhook } from './seal-webhook.ts'
import { createWebhookSecret } from './webhook-secret.ts'

/**
 * Create a new secret, shown only in this answer. For a day messages carry a signature of both secrets, so that a
 * receiver can switch at any time; an even older secret ends immediately, and one that is lost signs nothing.
 * @throws AppError NOT_FOUND
 */
export async function rotateSecret(
  { db, secrets }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof issuedWebhook>> {
  const secret = createWebhookSecret()
  return db.transaction().execute(async (trx) => {
    if (!(await lockWebhook(trx, id))) throw new AppError('NOT_FOUND')
    const current = await findSecret(trx, id)
    const former = isLostWith(secrets, current) ? null : secrets.open(placeOfWebhook(id), current)
    const endpoint = await replaceSecret(trx, id, {
      secret: secrets.seal(placeOfWebhook(id), secret),
      formerSecret: former === null ? null : secrets.seal(placeOfWebhook(id, 'former_secret'), former),
      hours: WEBHOOK_ROTATION_HOURS,
    })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.secret-rotated',
      subject: `webhook:${id}`,
      address: staff.address,
    })
    return { ...endpoint, secret }
  })
}
