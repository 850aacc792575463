import type { replyTemplate } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockTemplate, retireTemplate as retireRow } from '@chuma/db/queries/inbox/reply-templates'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/** Remove a template from the list and return it. @throws AppError NOT_FOUND */
export async function retireTemplate(
  { db }: Deps,
  staff: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof replyTemplate>> {
  return db.transaction().execute(async (trx) => {
    const template = await lockTemplate(trx, id)
    if (!template) throw new AppError('NOT_FOUND')
    await retireRow(trx, id, staff.name)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'contact-template.retired',
      subject: `contact-template:${id}`,
      before: { name: template.name },
      address: staff.address,
    })
    return template
  })
}
