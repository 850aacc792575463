import { findOpenMove } from '@chuma/db/queries/account/email-moves'
import { findFirstName } from '@chuma/db/queries/account/members'
import { getSettings } from '@chuma/db/queries/account/settings'
import type { Jobs } from '@chuma/db/queries/jobs'
import { createSecurityLink } from '../auth/security/create-security-link.ts'
import type { Deps } from '../deps.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Job: tell a member's former address that the account has moved, with the link that undoes the move while it can be undone.
 */
export async function sendEmailChanged(
  deps: Deps,
  { memberId, email, newEmail, since }: Jobs['send-email-changed'],
): Promise<void> {
  const member = await findFirstName(deps.db, memberId)
  if (!member) return
  const { language } = await getSettings(deps.db, memberId)
  const isOpen =
    since !== undefined && (await findOpenMove(deps.db, { memberId, email, since: new Date(since) }))
  const link = isOpen
    ? await createSecurityLink(deps, { memberId, purpose: 'undo-email', email, since })
    : null
  const token = link?.token ?? null
  await deps.mail.sendEmailChanged({ to: email, ...member, language, newEmail: maskEmail(newEmail), token })
}
