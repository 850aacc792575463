import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Finding = { memberId: string | null; seq: number; problem: string }

/** Record what a check found. False: the last one found the same, and nothing was recorded. */
export async function insertCheckUnlessSame(
  trx: Trx,
  { isFull, findings }: { isFull: boolean; findings: readonly Finding[] },
): Promise<boolean> {
  const found = JSON.stringify(findings)
  const { rows } = await sql`
    insert into books_check (is_full, findings)
    select ${isFull}, ${found}::jsonb where ${found}::jsonb is distinct from (
      select findings from books_check order by check_id desc limit 1
    ) returning check_id
  `.execute(trx)
  return rows.length > 0
}

export async function insertCheck(
  trx: Trx,
  { isFull, findings }: { isFull: boolean; findings: readonly Finding[] },
): Promise<void> {
  await trx
    .insertInto('booksCheck')
    .values({ isFull, findings: JSON.stringify(findings) })
    .execute()
}

/** Read what the last check found; undefined before the first. */
export function findLastCheck(db: Db) {
  return db
    .selectFrom('booksCheck')
    .select(['checkedAt', 'isFull', 'findings'])
    .orderBy('checkId', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether tonight's check reads everything: once a week, on Sundays. */
export async function isWeeklyCheckDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isDue: boolean }>`
    select extract(isodow from business_day(clock_timestamp())) = 7 as is_due
  `.execute(db)
  return rows[0]?.isDue ?? true
}

/** Number of the last seal before those of the last eight days: what a nightly check takes as it is. */
export async function findCheckedSeal(db: Db): Promise<number> {
  const { rows } = await sql<{ sealId: number }>`
    select coalesce(max(seal_id), 0)::bigint as seal_id from seal
    where sealed_at < clock_timestamp() - interval '8 days'
  `.execute(db)
  return rows[0]?.sealId ?? 0
}
