import type { Jobs } from '@chuma/db/queries/jobs'
import { createSecurityLink } from '../auth/security/create-security-link.ts'
import type { Deps } from '../deps.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Job: tell a member's current address that someone who is signed in to the account asked to change it. The link in it stops
 * the change, and undoes it if it has taken effect.
 */
export async function sendEmailChangeNotice(
  deps: Deps,
  { memberId, email, newEmail, since }: Jobs['send-email-change-notice'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'cancel-email', email, since })
  if (!link) return
  await deps.mail.sendEmailChangeNotice({ to: email, ...link, newEmail: maskEmail(newEmail) })
}
