import { findFirstName } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/settings'
import type { Deps } from '../deps.ts'
import { maskEmail } from './mask-email.ts'

type Move = { memberId: string; email: string; newEmail: string }

/** Job: tell a member's former address that the account has moved. */
export async function sendEmailChanged(deps: Deps, { memberId, email, newEmail }: Move): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  const { language } = await getSettings(deps.db, memberId)
  await deps.mail.sendEmailChanged({ to: email, ...member, language, newEmail: maskEmail(newEmail) })
}
