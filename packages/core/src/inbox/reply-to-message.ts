import type { messageDetail, ReplyInput } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertReply, setMessageStatus } from '@chuma/db/queries/inbox/inbox'
import { insertJob } from '@chuma/db/queries/jobs'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import type { Deps } from '../deps.ts'
import { getMessage } from './get-message.ts'
import { requireMessage } from './require-message.ts'

/**
 * Answer a message: store the answer, and let a job mail it once. Of concurrent answers the second is refused before it is
 * stored. The audit log has no text, because that belongs to the correspondence.
 * @throws AppError NOT_FOUND, MESSAGE_STATE
 */
export async function replyToMessage(
  deps: Deps,
  staff: StaffActor,
  { id, version, subject, text }: ReplyInput,
): Promise<Answer<typeof messageDetail>> {
  await deps.db.transaction().execute(async (trx) => {
    const { memberId, email, status } = await requireMessage(trx, { id, version })
    const { replyId } = await insertReply(trx, {
      messageId: id,
      memberId,
      recipient: email,
      subject,
      text,
      repliedBy: staff.name,
    })
    await setMessageStatus(trx, id, 'answered')
    await insertJob(trx, 'send-contact-reply', { messageId: id, replyId })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'contact.answered',
      subject: `contact:${id}`,
      before: { status },
      after: { status: 'answered', replyId },
      address: staff.address,
    })
  })
  return getMessage(deps, { id })
}
