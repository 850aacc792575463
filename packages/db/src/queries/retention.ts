import { type DeleteResult, sql } from 'kysely'
import type { Db } from '../client.ts'

/** What age removes: the names that `retention_days` knows. */
export const RETAINED = [
  'idempotency keys',
  'webhook messages',
  'reports of the browsers',
  "clients' sessions",
  'test answers',
  'sign-off links',
  'mails',
  'texts',
  'payout callbacks',
  'premium callbacks',
  "partners' requests",
] as const
export type Retained = (typeof RETAINED)[number]

/** The moment before which something is old, by the database's clock. */
export const keptSince = (what: Retained) => sql<Date>`now() - make_interval(days => retention_days(${what}))`

/** Tables that the server's role may not remove rows of: functions of their owner remove what has expired, and nothing else. */
const OWNERS_FUNCTIONS = [
  (limit: number) => sql<Removed>`select forget_payout_callbacks(${limit}) as n`,
  (limit: number) => sql<Removed>`select forget_premium_callbacks(${limit}) as n`,
  (limit: number) => sql<Removed>`select empty_partner_events(${limit}) as n`,
]
type Removed = { n: number }

/** Remove what is old and settled, in batches with a commit each. */
export async function forgetExpired(db: Db): Promise<void> {
  for (const removeExpired of OWNERS_FUNCTIONS) {
    await forgetInBatches(async (limit) => {
      const { rows } = await removeExpired(limit).execute(db)
      return { numDeletedRows: BigInt(rows[0]?.n ?? 0) }
    })
  }
  await forgetInBatches((limit) => deleteOldMails(db, limit))
  await forgetInBatches((limit) => deleteOldTexts(db, limit))
  await db.deleteFrom('clientSession').where('createdAt', '<', keptSince("clients' sessions")).execute()
  await db.deleteFrom('testAnswer').where('finishedAt', '<', keptSince('test answers')).execute()
  await db.deleteFrom('signOffLink').where('createdAt', '<', keptSince('sign-off links')).execute()
  await db.deleteFrom('cspReport').where('lastAt', '<', keptSince('reports of the browsers')).execute()
}

/** One that was refused may still be sent again while its job lives, which is days. */
function deleteOldMails(db: Db, limit: number) {
  return db
    .deleteFrom('mailDelivery')
    .where('jobId', 'in', (eb) =>
      eb
        .selectFrom('mailDelivery')
        .select('jobId')
        .where('createdAt', '<', keptSince('mails'))
        .orderBy('createdAt')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
}

function deleteOldTexts(db: Db, limit: number) {
  return db
    .deleteFrom('smsDelivery')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('memberId', 'textId'),
        'in',
        selectFrom('smsDelivery')
          .select(['memberId', 'textId'])
          .where('createdAt', '<', keptSince('texts'))
          .orderBy('createdAt')
          .limit(limit)
          .$asTuple('memberId', 'textId'),
      ),
    )
    .executeTakeFirstOrThrow()
}

/** A statement that removes this many ends before a concurrent caller notices that it waited. */
const AT_ONCE = 1000

/** Remove what is old enough, one batch per statement, each with its own commit. */
export async function forgetInBatches(forget: (limit: number) => Promise<DeleteResult>): Promise<void> {
  while ((await forget(AT_ONCE)).numDeletedRows >= AT_ONCE);
}
