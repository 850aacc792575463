import { findClosing } from '@chuma/db/queries/account/erasure'
import type { Deps } from '../../deps.ts'

/** Job: mail a member what happens to their account and how to keep it. Skipped if they have kept it since. */
export async function sendAccountClosing(
  deps: Deps,
  { memberId, email }: { memberId: string; email: string },
): Promise<void> {
  const closing = await findClosing(deps.db, memberId)
  if (!closing) return
  const { timeZone } = await deps.economy()
  await deps.mail.sendDeletionRequested({ to: email, ...closing, timeZone })
}
