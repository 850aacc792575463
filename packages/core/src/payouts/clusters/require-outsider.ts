import type { Db } from '@chuma/db/client'
import { listMembersOf } from '@chuma/db/queries/admin/people'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { listDeciders } from '../approvals/require-another.ts'

/** Which of these members are accounts of the person who decides, or of who approved it. */
export async function listOwnAccounts(
  db: Db,
  staff: StaffActor,
  memberIds: readonly string[],
): Promise<string[]> {
  const own = new Set<string>()
  for (const { name } of listDeciders(staff)) {
    for (const memberId of await listMembersOf(db, name)) own.add(memberId)
    if (name.startsWith('member:')) own.add(name.slice('member:'.length))
  }
  return memberIds.filter((memberId) => own.has(memberId))
}

/**
 * Require that staff decide nothing about a cluster that they are in, not even about its other members: a farm of their own would
 * be released around them.
 * @throws AppError FORBIDDEN
 */
export async function requireOutsider(
  db: Db,
  staff: StaffActor,
  memberIds: readonly string[],
): Promise<void> {
  if ((await listOwnAccounts(db, staff, memberIds)).length > 0)
    throw new AppError('FORBIDDEN', { why: 'ownCase' })
}
