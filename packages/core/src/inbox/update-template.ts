import type { replyTemplate, UpdateTemplateInput } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findTemplateNamed,
  lockTemplate,
  updateTemplate as updateRow,
} from '@chuma/db/queries/inbox/reply-templates'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { nameTaken } from './name-taken.ts'

/** @throws AppError NOT_FOUND, TEMPLATE_STATE if it changed since this version was read, INVALID_INPUT */
export async function updateTemplate(
  { db }: Deps,
  staff: StaffActor,
  { id, version, ...words }: UpdateTemplateInput,
): Promise<Answer<typeof replyTemplate>> {
  return db.transaction().execute(async (trx) => {
    const before = await lockTemplate(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('TEMPLATE_STATE')
    if (await findTemplateNamed(trx, { name: words.name, besides: id })) throw nameTaken()
    const template = await updateRow(trx, id, { ...words, updatedBy: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'contact-template.changed',
      subject: `contact-template:${id}`,
      before: { name: before.name, subject: before.subject, text: before.text },
      after: words,
      address: staff.address,
    })
    return template
  })
}
