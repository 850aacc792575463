import type { editableUser } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { getUser } from '@chuma/db/queries/account/members'
import { findPendingEmail } from '@chuma/db/queries/auth/links'

/** Load the member for the profile form, with the address that waits for verification. */
export async function getEditableUser(db: Db, memberId: string): Promise<Answer<typeof editableUser>> {
  const pendingEmail = await findPendingEmail(db, memberId)
  return { ...(await getUser(db, memberId)), pendingEmail: pendingEmail ?? null }
}
