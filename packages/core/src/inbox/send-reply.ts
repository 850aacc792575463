import { findReplyLetter } from '@chuma/db/queries/inbox/inbox'
import type { Deps } from '../deps.ts'

/** Job: mail an answer to the sender of the message. Skipped if the message was erased. */
export async function sendReply(deps: Deps, { replyId }: { replyId: string }): Promise<void> {
  const letter = await findReplyLetter(deps.db, replyId)
  if (letter) await deps.mail.sendContactReply(letter)
}
