import { sql } from 'kysely'
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

type NewDelivery = { jobId: string; kind: string; recipient: string; subject: string; messageId: string }

/**
 * Takes the mail of a job into one worker's hands, for good unless it is refused: committed when this answers, so that
 * of any number of workers one gets the number of its attempt and may send. Undefined for all others.
 */
export async function beginDelivery(db: Db, delivery: NewDelivery): Promise<number | undefined> {
  // The key is not among what changes: Citus takes that for a move to another server.
  const { jobId, ...mail } = delivery
  const begun = await db
    .insertInto('mailDelivery')
    .values({ jobId, ...mail })
    .onConflict((conflict) =>
      conflict
        .column('jobId')
        .doUpdateSet((row) => ({
          ...mail,
          state: 'sending',
          attempts: sql<number>`${row.ref('mailDelivery.attempts')} + 1`,
        }))
        .where('mailDelivery.state', '=', 'refused')
        .where('mailDelivery.settledAt', 'is', null),
    )
    .returning('attempts')
    .executeTakeFirst()
  return begun?.attempts
}

export type SettledDelivery =
  | { state: 'sent' }
  | { state: 'unknown'; lastError: string }
  | { state: 'refused'; lastError: string; isFinal: boolean }

/** Writes down how an attempt went, be it late; never how one went that another has followed. */
export async function settleDelivery(
  db: Db,
  { jobId, attempt }: { jobId: string; attempt: number },
  settled: SettledDelivery,
): Promise<void> {
  const isOpen = settled.state === 'refused' && !settled.isFinal
  await db
    .updateTable('mailDelivery')
    .set({
      state: settled.state,
      lastError: settled.state === 'sent' ? null : settled.lastError,
      settledAt: isOpen ? null : sql<Date>`statement_timestamp()`,
    })
    .where('jobId', '=', jobId)
    .where('attempts', '=', attempt)
    .where('state', 'in', ['sending', 'unknown'])
    .execute()
}

/** The mail that earlier runs of a job have tried to send. */
export function findDelivery(db: Db, jobId: string) {
  return db
    .selectFrom('mailDelivery')
    .select(['kind', 'state', 'attempts', 'settledAt'])
    .where('jobId', '=', jobId)
    .executeTakeFirst()
}
