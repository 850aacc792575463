import { findReplyLetter } from '@chuma/db/queries/inbox/inbox'
import type { Deps } from '../deps.ts'

/** Job: mails an answer to whoever wrote. One whose message was erased meanwhile goes nowhere. */
export async function sendReply(deps: Deps, { replyId }: { replyId: string }): Promise<void> {
  const letter = await findReplyLetter(deps.db, replyId)
  if (letter) await deps.mail.sendContactReply(letter)
}
