import { findSignInNoticeReader } from '@chuma/db/queries/auth/sign-in-notices'
import type { Jobs } from '@chuma/db/queries/jobs'
import type { Deps } from '../deps.ts'

/** Job: tells a member of a log-in with a browser he never used, unless he turned that off. */
export async function sendNewSignIn(
  deps: Deps,
  { memberId, email, device, at }: Jobs['send-new-sign-in'],
): Promise<void> {
  const reader = await findSignInNoticeReader(deps.db, memberId)
  if (!reader) return
  await deps.mail.sendNewSignIn({ to: email, ...reader, device, at: new Date(at) })
}
