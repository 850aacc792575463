import { findFirstName } from '@chuma/db/queries/account/members'
import type { Deps } from '../deps.ts'

/** Job: tells a member, always, that his password was changed. */
export async function sendPasswordChanged(
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  await deps.mail.sendPasswordChanged({ to: email, ...member })
}
