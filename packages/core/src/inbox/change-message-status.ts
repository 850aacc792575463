import type { messageDetail, SetMessageStatusInput } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { setMessageStatus } from '@chuma/db/queries/inbox/inbox'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { getMessage } from './get-message.ts'
import { requireMessage } from './require-message.ts'

/**
 * Close a message that needs no answer, or open it again.
 * @throws AppError NOT_FOUND, MESSAGE_STATE, also if it already has that status
 */
export async function changeMessageStatus(
  deps: Deps,
  staff: StaffActor,
  { id, version, status }: SetMessageStatusInput,
): Promise<Answer<typeof messageDetail>> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await requireMessage(trx, { id, version })
    if (before.status === status) throw new AppError('MESSAGE_STATE')
    await setMessageStatus(trx, id, status)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: status === 'closed' ? 'contact.closed' : 'contact.reopened',
      subject: `contact:${id}`,
      before: { status: before.status },
      after: { status },
      address: staff.address,
    })
  })
  return getMessage(deps, { id })
}
