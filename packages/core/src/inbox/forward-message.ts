import { findContactMessage } from '@chuma/db/queries/inbox/contact'
import type { Deps } from '../deps.ts'

/** Job: mails a stored message to the support address. One that was erased meanwhile goes nowhere. */
export async function forwardMessage(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const found = await findContactMessage(deps.db, messageId)
  if (found) await deps.mail.sendContactMessage(found)
}
