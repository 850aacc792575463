import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type ClientComment = Recipient & {
  /** Null: our team wrote it. */
  author: string | null
  title: string
  text: string
  path: string
}
type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails about the thread between a client and our team. */
export function createClientLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendClientComment: (mail: ClientComment) => {
      const { author, title, text, path } = mail
      return write(mail, {
        subject: translate('clientComment.subject', { title }),
        before: [
          author === null
            ? translate('clientComment.team', { title })
            : translate('clientComment.author', { author, title }),
          text,
        ],
        action: { label: translate('clientComment.action'), url: `${publicUrl}${path}` },
        after: [],
      })
    },
  }
}
