import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type ClientComment = Recipient & {
  /** Null: our team wrote it. */
  author: string | null
  title: string
  text: string
  path: string
}
type ClientLink = Recipient & { organisation: string; path: string; mostUses: number; days: number }
type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails to the people of clients: links, and the thread with our team. */
export function createClientLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendClientLink: (mail: ClientLink) => {
      const { organisation, path, mostUses, days } = mail
      return write(mail, {
        subject: translate('clientLink.subject', { organisation }),
        before: [translate('clientLink.why', { organisation })],
        action: { label: translate('clientLink.action'), url: `${publicUrl}${path}` },
        after: [translate('clientLink.expiry', { mostUses, days })],
      })
    },
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
