import { findFirstName } from '@chuma/db/queries/account/members'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'

/** Job: tell a member that a passkey was added to their account, or removed. Not optional. */
export async function sendPasskeyChanged(
  { db, mail }: Deps,
  { memberId, email, change, name }: Jobs['send-passkey-changed'],
): Promise<void> {
  const member = await findFirstName(db, memberId)
  if (!member) return
  const news = { to: email, ...member, name }
  await (change === 'added' ? mail.sendPasskeyAdded(news) : mail.sendPasskeyRemoved(news))
}
