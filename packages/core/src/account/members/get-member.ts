import type { adminMember } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { findAdminMember } from '@chuma/db/queries/account/admin-member'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/** @throws AppError NOT_FOUND */
export async function getMember(
  { db }: Deps,
  { memberId }: { memberId: string },
): Promise<Answer<typeof adminMember>> {
  const member = await findAdminMember(db, memberId)
  if (!member) throw new AppError('NOT_FOUND')
  return member
}
