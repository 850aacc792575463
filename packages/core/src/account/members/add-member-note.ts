import type { AddMemberNoteInput, memberNote } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { getNote, insertNote } from '@chuma/db/queries/account/member-notes'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { lockStanding } from './lock-standing.ts'

/**
 * Add a note for other staff about a member. It cannot be changed, and the member's data export contains it.
 * @throws AppError NOT_FOUND
 */
export function addMemberNote(
  { db, secrets }: Deps,
  staff: StaffActor,
  { idempotencyKey: key, memberId, note }: AddMemberNoteInput & Once,
): Promise<Answer<typeof memberNote>> {
  return db.transaction().execute(async (trx) => {
    await lockStanding(trx, memberId)
    const request = { memberId, note }
    const keyed = { secrets, caller: staff.name, operation: 'add-member-note', key, request }
    const noteId = await doOnce(trx, keyed, async () => {
      const added = await insertNote(trx, { memberId, note, author: staff.name })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'member.noted',
        subject: `member:${memberId}`,
        after: { noteId: added.id },
        address: staff.address,
      })
      return added.id
    })
    return getNote(trx, { memberId, noteId })
  })
}
