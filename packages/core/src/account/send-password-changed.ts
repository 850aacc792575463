import { findFirstName } from '@chuma/db/queries/account/members'
import type { Deps } from '../deps.ts'

/** Job: tell a member that their password was changed. Not optional. */
export async function sendPasswordChanged(
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  await deps.mail.sendPasswordChanged({ to: email, ...member })
}
