import { findContactMessage, findReplyLetter } from '@chuma/db/queries/inbox/inbox'
import type { Deps } from '../deps.ts'

/** Job: mail a stored message to the support address. Skipped if the message was erased. */
export async function forwardMessage(deps: Deps, { messageId }: { messageId: string }): Promise<void> {
  const found = await findContactMessage(deps.db, messageId)
  if (found) await deps.mail.sendContactMessage(found)
}

/** Job: mail an answer to the sender of the message. Skipped if the message was erased. */
export async function sendReply(deps: Deps, { replyId }: { replyId: string }): Promise<void> {
  const letter = await findReplyLetter(deps.db, replyId)
  if (letter) await deps.mail.sendContactReply(letter)
}
