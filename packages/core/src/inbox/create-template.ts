import type { CreateTemplateInput, replyTemplate } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertTemplate } from '@chuma/db/queries/inbox/reply-templates'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import type { Deps } from '../deps.ts'
import { nameTaken } from './name-taken.ts'

/** @throws AppError INVALID_INPUT if another template has this name */
export async function createTemplate(
  { db }: Deps,
  staff: StaffActor,
  words: CreateTemplateInput,
): Promise<Answer<typeof replyTemplate>> {
  return db.transaction().execute(async (trx) => {
    const template = await insertTemplate(trx, { ...words, updatedBy: staff.name })
    if (!template) throw nameTaken()
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'contact-template.created',
      subject: `contact-template:${template.id}`,
      after: words,
      address: staff.address,
    })
    return template
  })
}
