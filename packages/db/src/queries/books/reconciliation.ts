import type {
  difference,
  ListDifferencesInput,
  ListReconciliationsInput,
  reconciliation,
} from '@chuma/contract/books/reconciliation'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { besidesBooks, booksOf, getBounds, isBankDue } from './reconciliation-books.ts'
import { findingsOf, totals } from './reconciliation-checks.ts'

type Difference = Answer<typeof difference>
type Reconciliation = Answer<typeof reconciliation>

/** Two concurrent comparisons of a day would each remove what the other has found. */
export async function lockReconciliation(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(trx)
}

/**
 * Compare one day's books and record the result. Open differences that are gone are removed, new ones added, and resolved ones
 * stay. One statement, so that a concurrent payment cannot look like a difference.
 */
export async function reconcileDay(
  trx: Trx,
  { day, by, noReference }: { day: string; by: string; noReference: string },
): Promise<void> {
  const bounds = await getBounds(trx, day)
  await sql`
    with ${booksOf(bounds, noReference)}, ${besidesBooks(bounds)}, ${totals}, ${findingsOf(bounds)}, run as (
      insert into reconciliation_run (day, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes,
        posted_points, withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
      select day, ${by}, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points, withheld_kes,
        has_statement, expected_kes, provider_count, provider_kes
      from day_totals
      on conflict (day) do update set made_at = clock_timestamp(), made_by = excluded.made_by,
        paid_count = excluded.paid_count, paid_points = excluded.paid_points, gross_kes = excluded.gross_kes,
        tax_kes = excluded.tax_kes, sent_kes = excluded.sent_kes, posted_points = excluded.posted_points,
        withheld_kes = excluded.withheld_kes, has_statement = excluded.has_statement,
        expected_kes = excluded.expected_kes, provider_count = excluded.provider_count,
        provider_kes = excluded.provider_kes
    ), gone as (
      delete from reconciliation_difference d
      where d.day = ${day}::date and d.resolved_at is null and not exists (
        select from finding f where f.kind = d.kind and f.subject_key = d.subject_key
          and (f.expected, f.found) is not distinct from (d.expected, d.found)
      )
    )
    insert into reconciliation_difference (day, kind, subject_key, withdrawal_id, receipt, unit, expected, found, note)
    select ${day}::date, kind, subject_key, withdrawal_id, receipt, unit, expected, found, note from finding
    on conflict (day, kind, subject_key, expected, found) do nothing
  `.execute(trx)
}

const selectRuns = (db: Db) =>
  db.selectFrom('reconciliationRun as run').select([
    'day',
    'madeAt',
    'madeBy',
    'paidCount',
    'paidPoints',
    'grossKes',
    'taxKes',
    'sentKes',
    'postedPoints',
    'withheldKes',
    'hasStatement',
    'expectedKes',
    'providerCount',
    'providerKes',
    sql<number>`(select count(*) from reconciliation_difference d
        where d.day = run.day and d.resolved_at is null)`.as('openCount'),
    sql<number>`(select count(*) from reconciliation_difference d
        where d.day = run.day and d.resolved_at is not null)`.as('resolvedCount'),
  ])

/** List newest day first. */
export function listReconciliations(
  db: Db,
  { before, limit }: ListReconciliationsInput,
): Promise<Reconciliation[]> {
  return selectRuns(db)
    .$if(before !== undefined, (query) => query.where('day', '<', before ?? ''))
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
}

export function getReconciliation(db: Db, day: string): Promise<Reconciliation> {
  return selectRuns(db).where('day', '=', day).executeTakeFirstOrThrow()
}

/** List the days from the last compared one to yesterday, including those that a stopped server missed. */
export async function listDaysToReconcile(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with today as (select business_day(now()) as day)
    select d::date as day from today, generate_series(
      greatest(least((select max(run.day) + 1 from reconciliation_run run), today.day - 1), today.day - ${most}::int),
      today.day - 1, interval '1 day'
    ) d order by d
  `.execute(db)
  return rows.map((row) => row.day)
}

/**
 * List the days of bank payments whose rows should have been imported since the day was last compared, of the last `most` days.
 */
export async function listBankDaysDue(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select run.day from reconciliation_run run, (select business_day(now()) as day) as today
    where run.day >= today.day - ${most}::int
      and ${isBankDue(sql`run.day`, sql`today.day`)} and not ${isBankDue(sql`run.day`, sql`business_day(run.made_at)`)}
      and exists (
        select from withdrawal w where w.method = 'bank' and w.paid_at >= business_day_start(run.day)
          and w.paid_at < business_day_start(run.day + 1)
      )
    order by run.day
  `.execute(db)
  return rows.map((row) => row.day)
}

/** List the compared days on which these withdrawals were paid by a bank: what a statement shows of them changes those days. */
export async function listBankDaysOf(trx: Trx, withdrawalIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from reconciliation_run where day = any(array(
      select distinct business_day(paid_at) from withdrawal
      where withdrawal_id = any(${withdrawalIds}::uuid[]) and method = 'bank' and paid_at is not null
    )) order by day
  `.execute(trx)
  return rows.map((row) => row.day)
}

const ofWithdrawal = sql`from withdrawal w join member m on m.member_id = w.member_id
  where w.withdrawal_id = reconciliation_difference.withdrawal_id`

const differenceColumns = [
  'differenceId as id',
  'day',
  'kind',
  'subjectKey',
  'withdrawalId',
  'receipt',
  'unit',
  'expected',
  'found',
  'note',
  'foundAt',
  'resolution',
  'resolvedBy',
  'resolvedAt',
  sql<string | null>`(select m.member_id ${ofWithdrawal})`.as('memberId'),
  sql<string | null>`(select m.first_name || ' ' || m.last_name ${ofWithdrawal})`.as('memberName'),
] as const

/** List newest day first. */
export function listDifferences(
  db: Db,
  { day, state, after, limit }: ListDifferencesInput,
): Promise<Difference[]> {
  return db
    .selectFrom('reconciliationDifference')
    .select(differenceColumns)
    .$if(day !== undefined, (query) => query.where('day', '=', day ?? ''))
    .$if(state === 'open', (query) => query.where('resolvedAt', 'is', null))
    .$if(state === 'resolved', (query) => query.where('resolvedAt', 'is not', null))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(-(day - '2000-01-01'::date), difference_id) > (
          select -(a.day - '2000-01-01'::date), a.difference_id from reconciliation_difference a
          where a.difference_id = ${after}
        )`,
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('differenceId')
    .limit(limit)
    .execute()
}

export function lockDifference(trx: Trx, id: string): Promise<Difference | undefined> {
  return trx
    .selectFrom('reconciliationDifference')
    .select(differenceColumns)
    .where('differenceId', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function resolveDifference(
  trx: Trx,
  { id, by, resolution }: { id: string; by: string; resolution: string },
): Promise<Difference> {
  return trx
    .updateTable('reconciliationDifference')
    .set({ resolution, resolvedBy: by, resolvedAt: sql<Date>`clock_timestamp()` })
    .where('differenceId', '=', id)
    .returning(differenceColumns)
    .executeTakeFirstOrThrow()
}
