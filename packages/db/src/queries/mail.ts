import type { Db } from '../client.ts'

type CapturedMail = { to: string; subject: string; text: string; html: string }

/** The mailbox is a demo's: a page of it is enough. */
const PAGE = 100

export function insertCapturedMail(db: Db, { to, subject, text, html }: CapturedMail) {
  return db
    .insertInto('capturedMail')
    .values({ recipient: to, subject, bodyText: text, bodyHtml: html })
    .execute()
}

/** Newest first; of one address when it is given. */
export function listCapturedMail(db: Db, to?: string) {
  return db
    .selectFrom('capturedMail')
    .select(['recipient as to', 'subject', 'bodyText as text', 'bodyHtml as html', 'sentAt'])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to?.toLowerCase() ?? ''))
    .orderBy('mailId', 'desc')
    .limit(PAGE)
    .execute()
}
