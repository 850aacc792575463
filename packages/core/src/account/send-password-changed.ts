import type { Jobs } from '@chuma/db/queries/jobs'
import { createSecurityLink } from '../auth/security/create-security-link.ts'
import type { Deps } from '../deps.ts'

/** Job: tell a member that their password was changed. Not optional. */
export async function sendPasswordChanged(
  deps: Deps,
  { memberId, email, since, passkeysRemoved = 0, passkeysLeft = 0 }: Jobs['send-password-changed'],
): Promise<void> {
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since })
  if (!link) return
  await deps.mail.sendPasswordChanged({ to: email, ...link, passkeysRemoved, passkeysLeft })
}
