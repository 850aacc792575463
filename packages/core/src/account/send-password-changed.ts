import { findFirstName } from '@chuma/db/queries/account/members'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../deps.ts'

/** Job: tell a member that their password was changed. Not optional. */
export async function sendPasswordChanged(
  deps: Deps,
  { memberId, email, passkeysRemoved = 0, passkeysLeft = 0 }: Jobs['send-password-changed'],
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  await deps.mail.sendPasswordChanged({ to: email, ...member, passkeysRemoved, passkeysLeft })
}
