import { findContactMessage } from '@chuma/db/queries/inbox/contact'
import type { Deps } from '../deps.ts'

/** Job: mail a stored message to the support address. Skipped if the message was erased. */
export async function forwardMessage(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const found = await findContactMessage(deps.db, messageId)
  if (found) await deps.mail.sendContactMessage(found)
}
