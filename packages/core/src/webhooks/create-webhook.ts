import { randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/timestamp'
import type { CreateWebhookInput, issuedWebhook } from '@chuma/contract/webhooks/webhooks'
import { insertWebhook } from '@chuma/db/queries/webhooks/webhooks'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import type { Deps } from '../deps.ts'
import { requireUrl } from './require-url.ts'
import { placeOfWebhook } from './seal-webhook.ts'
import { createWebhookSecret } from './webhook-secret.ts'

/**
 * Create a webhook for future events. The secret is only in this answer.
 * @throws AppError INVALID_INPUT for an address that is never called
 */
export async function createWebhook(
  deps: Deps,
  staff: StaffActor,
  input: CreateWebhookInput,
): Promise<Answer<typeof issuedWebhook>> {
  const url = requireUrl(deps, input.url)
  const endpointId = randomUUID()
  const secret = createWebhookSecret()
  const sealed = deps.secrets.seal(placeOfWebhook(endpointId), secret)
  return deps.db.transaction().execute(async (trx) => {
    const created = await insertWebhook(trx, {
      ...input,
      endpointId,
      url,
      secret: sealed,
      createdBy: staff.name,
    })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.created',
      subject: `webhook:${created.id}`,
      after: { name: created.name, url, events: created.events },
      address: staff.address,
    })
    return { ...created, secret }
  })
}
