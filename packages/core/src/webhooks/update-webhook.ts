import type { Answer } from '@chuma/contract/timestamp'
import type { UpdateWebhookInput, webhook } from '@chuma/contract/webhooks/webhooks'
import { lockWebhook, updateWebhook as updateRow } from '@chuma/db/queries/webhooks/webhooks'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { stopDeliveries } from './move-deliveries.ts'
import { requireUrl } from './require-url.ts'

type Webhook = Answer<typeof webhook>

const describe = ({ name, url, events, isActive }: Webhook) => ({ name, url, events, isActive })

/**
 * Change a webhook. While it is off, no event is sent to it, and what was on its way is given up; a replay sends that.
 * @throws AppError NOT_FOUND, INVALID_INPUT, WEBHOOK_STATE when it was changed, or given up, since this version was read
 */
export async function updateWebhook(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...input }: UpdateWebhookInput,
): Promise<Webhook> {
  const url = requireUrl(deps, input.url)
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('WEBHOOK_STATE')
    const after = await updateRow(trx, id, { ...input, url, wasActive: before.isActive })
    const lastError = 'The webhook was switched off'
    if (!after.isActive) await stopDeliveries(trx, id, { by: 'staff', lastError })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.changed',
      subject: `webhook:${id}`,
      before: describe(before),
      after: describe(after),
      address: staff.address,
    })
    return after
  })
}
