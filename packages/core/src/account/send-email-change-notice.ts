import { findFirstName } from '@chuma/db/queries/account/members'
import type { Deps } from '../deps.ts'
import { maskEmail } from './mask-email.ts'

type Notice = { memberId: string; email: string; newEmail: string }

/** Job: tell a member's current address that someone who is signed in to the account asked to change it. */
export async function sendEmailChangeNotice(
  deps: Deps,
  { memberId, email, newEmail }: Notice,
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  await deps.mail.sendEmailChangeNotice({ to: email, ...member, newEmail: maskEmail(newEmail) })
}
