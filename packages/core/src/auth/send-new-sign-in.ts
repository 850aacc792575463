import { findSignInNoticeReader } from '@chuma/db/queries/auth/sessions'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../deps.ts'
import { createSecurityLink } from './security.ts'

/** Job: mail a member about a log-in with a new browser, unless they turned these mails off. */
export async function sendNewSignIn(
  deps: Deps,
  { memberId, email, device, at }: Jobs['send-new-sign-in'],
): Promise<void> {
  const reader = await findSignInNoticeReader(deps.db, memberId)
  if (!reader) return
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since: at })
  if (!link) return
  await deps.mail.sendNewSignIn({ to: email, ...reader, token: link.token, device, at: new Date(at) })
}
