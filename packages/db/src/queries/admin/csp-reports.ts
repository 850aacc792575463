import { sql } from 'kysely'
import type { Db } from '../../client.ts'

type Kind = { directive: string; blocked: string; page: string }

/** Kinds that are kept. More make room by forgetting the rarest, so that nobody can push out what many browsers report. */
const MOST_KINDS = 500

/** Count a report with others of its kind. */
export function addCspReport(db: Db, { directive, blocked, page }: Kind): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const counted = await trx
      .updateTable('cspReport')
      .set({ reports: sql`reports + 1`, lastAt: sql<Date>`now()` })
      .where('directive', '=', directive)
      .where('blocked', '=', blocked)
      .where('page', '=', page)
      .executeTakeFirst()
    if (counted.numUpdatedRows > 0n) return
    await sql`
      delete from csp_report where (directive, blocked, page) in (
        select directive, blocked, page from csp_report order by reports desc, last_at desc offset ${MOST_KINDS - 1}
      )
    `.execute(trx)
    await trx
      .insertInto('cspReport')
      .values({ directive, blocked, page })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** List the kinds, the most reported first. */
export function listCspReports(db: Db, limit: number) {
  return db
    .selectFrom('cspReport')
    .select(['directive', 'blocked', 'page', sql<number>`reports::int`.as('reports'), 'firstAt', 'lastAt'])
    .orderBy('reports', 'desc')
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute()
}
