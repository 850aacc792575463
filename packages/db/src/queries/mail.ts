import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { movedTo } from '../state-columns.ts'

type CapturedMail = { to: string; subject: string; text: string; html: string }

/** The mailbox is for demos: one page of it is enough. */
const PAGE = 100

export function insertCapturedMail(db: Db, { to, subject, text, html }: CapturedMail) {
  return db
    .insertInto('capturedMail')
    .values({ recipient: to, subject, bodyText: text, bodyHtml: html })
    .execute()
}

/** List newest first; only of one address if given. */
export function listCapturedMail(db: Db, to?: string) {
  return db
    .selectFrom('capturedMail')
    .select([
      'recipient as to',
      'subject',
      'bodyText as text',
      'bodyHtml as html',
      'sentAt',
      sql<boolean>`text_id is not null`.as('isText'),
    ])
    .$if(to !== undefined, (query) => query.where('recipient', '=', to?.toLowerCase() ?? ''))
    .orderBy('mailId', 'desc')
    .limit(PAGE)
    .execute()
}

export type NewMail = {
  jobId: string
  kind: string
  recipient: string
  subject: string
  messageId: string
  /** It may arrive twice rather than never. */
  isRepeatable: boolean
}

/** Begin to send the mail of a job. False when the job has begun it before. */
export async function insertMail(db: Db, mail: NewMail): Promise<boolean> {
  const inserted = await db
    .insertInto('mailDelivery')
    .values(mail)
    .onConflict((conflict) => conflict.column('jobId').doNothing())
    .returning('jobId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The mail that earlier runs of a job have tried to send. Serialises what is recorded about it. */
export function lockMail(trx: Trx, jobId: string) {
  return trx
    .selectFrom('mailDelivery')
    .select(['jobId', 'kind', 'state', 'attempts', 'isRepeatable'])
    .select(sql<boolean>`settled_at is not null`.as('isSettled'))
    .where('jobId', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedMail = NonNullable<Awaited<ReturnType<typeof lockMail>>>

type MailColumns = Pick<LockedMail, 'state' | 'isSettled'>
export type MailChange = Partial<Omit<NewMail, 'jobId'>> & { lastError?: string | null }

/** Only `moveMail` calls this. False when the mail is not in `from`: nothing has changed then. */
export async function updateMailState(
  trx: Trx,
  jobId: string,
  { from, to, ...change }: MailChange & { from: MailColumns; to: MailColumns },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('mailDelivery')
    .set({
      ...change,
      state: movedTo(to.state),
      settledAt: to.isSettled ? sql<Date>`statement_timestamp()` : null,
      ...(to.state === 'sending' ? { attempts: sql<number>`attempts + 1` } : {}),
    })
    .where('jobId', '=', jobId)
    .where('state', '=', from.state)
    .where('settledAt', from.isSettled ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
