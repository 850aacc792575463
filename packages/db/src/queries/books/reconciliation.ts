import type {
  difference,
  ListDifferencesInput,
  ListReconciliationsInput,
  reconciliation,
} from '@chuma/contract/books/reconciliation'
import type { Answer } from '@chuma/contract/fields'
import { type OperationNodeSource, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'
import { type Bounds, besidesBooks, booksOf, getBounds, isBankDue } from './reconciliation-books.ts'

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
  await announce(trx, 'waiting_change')
  await sql`
    with ${booksOf(bounds, noReference)}, ${besidesBooks(bounds)}, ${totals}, ${findingsOf(bounds)}, run as (
      insert into reconciliation_run (day, made_at, made_by, paid_count, paid_points, gross_kes, tax_kes, sent_kes,
        posted_points, withheld_kes, has_statement, expected_kes, provider_count, provider_kes)
      select day, statement_timestamp(), ${by}, paid_count, paid_points, gross_kes, tax_kes, sent_kes, posted_points, withheld_kes,
        has_statement, expected_kes, provider_count, provider_kes
      from day_totals
      on conflict (day) do update set made_at = excluded.made_at, made_by = excluded.made_by,
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
export function listReconciliations(db: Db, { before, limit }: ListReconciliationsInput) {
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
    with paid as (
      select distinct business_day(w.paid_at) as day from withdrawal w
      where w.method = 'bank' and w.paid_at >= business_day_start(business_day(now()) - ${most}::int)
    )
    select run.day from reconciliation_run run, (select business_day(now()) as day) as today
    where run.day >= today.day - ${most}::int
      and ${isBankDue(sql`run.day`, sql`today.day`)} and not ${isBankDue(sql`run.day`, sql`business_day(run.made_at)`)}
      and run.day in (select day from paid)
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
] as const

/** Add whose payments they are about, newest day first. Read after them: the local table and the members' are on different servers. */
async function nameMembers(db: Db, differences: OperationNodeSource): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with difference as (${differences}), about as (
      select w.withdrawal_id, m.member_id, m.first_name || ' ' || m.last_name as member_name
      from withdrawal w join member m on m.member_id = w.member_id
      where w.withdrawal_id in (select withdrawal_id from difference)
    )
    select difference.*, about.member_id, about.member_name
    from difference left join about on about.withdrawal_id = difference.withdrawal_id
    order by difference.day desc, difference.id
  `.execute(db)
  return rows
}

/** List newest day first. */
export function listDifferences(db: Db, { day, state, after, limit }: ListDifferencesInput) {
  const page = db
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
  return nameMembers(db, page)
}

const selectDifference = (trx: Trx, id: string) =>
  trx.selectFrom('reconciliationDifference').select(differenceColumns).where('differenceId', '=', id)

export async function lockDifference(trx: Trx, id: string): Promise<Difference | undefined> {
  const [difference] = await nameMembers(trx, selectDifference(trx, id).forUpdate())
  return difference
}

export async function resolveDifference(
  trx: Trx,
  { id, by, resolution }: { id: string; by: string; resolution: string },
): Promise<Difference> {
  await announce(trx, 'waiting_change')
  await trx
    .updateTable('reconciliationDifference')
    .set({ resolution, resolvedBy: by, resolvedAt: sql<Date>`statement_timestamp()` })
    .where('differenceId', '=', id)
    .execute()
  const [resolved] = await nameMembers(trx, selectDifference(trx, id))
  if (!resolved) throw new Error(`the difference ${id} vanished`)
  return resolved
}

const nothing = sql`null::bigint`

/**
 * Each gives kind, subject key, withdrawal, receipt, unit, expected, found, and a note. They read the parts of
 * `reconciliation-books.ts` and tables that only the first server has.
 */
const checksOf = ({ begin, end, isBankDue }: Bounds) => [
  sql`select 'paid-without-posting' as kind, w.withdrawal_id::text as subject_key, w.withdrawal_id, w.receipt,
      'points' as unit, w.points as expected, 0::bigint as found, '' as note
    from paid w where not exists (select from moved p where p.withdrawal_id = w.withdrawal_id)`,
  sql`select 'posting-without-paid', p.member_id || ':' || p.seq, p.withdrawal_id, null, 'points', 0, p.points,
      'Movement ' || p.seq || ' of member ' || p.member_id
    from moved_for_nothing p`,
  sql`select 'amount-differs', 'posting:' || w.withdrawal_id, w.withdrawal_id, w.receipt, 'points', w.points, p.points, ''
    from paid w join moved p on p.withdrawal_id = w.withdrawal_id where p.points <> w.points`,
  sql`select 'amount-differs', 'attempt:' || w.withdrawal_id || ':' || a.attempt_no, w.withdrawal_id, a.receipt, 'KES',
      w.payout_kes, a.amount_kes, ''
    from paid w join sent a on a.withdrawal_id = w.withdrawal_id where a.amount_kes <> w.payout_kes`,
  sql`select 'amount-differs', 'line:' || l.receipt, w.withdrawal_id, l.receipt, 'KES', w.payout_kes, l.amount_kes, ''
    from known l join paid w on w.withdrawal_id = l.withdrawal_id where l.amount_kes <> w.payout_kes`,
  // An erased member's number is not known any more.
  sql`select 'number-differs', l.receipt, w.withdrawal_id, l.receipt, null, ${nothing}, ${nothing},
      '…' || right(w.mpesa_number, 3) || ' / …' || l.number_end
    from known l join paid w on w.withdrawal_id = l.withdrawal_id
    where w.mpesa_number ~ '[0-9]{3}$' and l.number_end <> right(w.mpesa_number, 3)`,
  sql`select 'receipt-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes, 0, ''
    from bounds, expected w
    where has_statement and not exists (select from known where known.withdrawal_id = w.withdrawal_id)`,
  // Money that came back may never have left the bank's own books.
  sql`select 'bank-row-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes,
      coalesce(ceil(b.cents / 100.0)::bigint, 0), ''
    from paid w left join banked b on b.withdrawal_id = w.withdrawal_id
    where ${isBankDue}::boolean and w.method = 'bank' and w.payout_state is distinct from 'returned'
      and b.cents is distinct from w.payout_kes * 100`,
  sql`select 'receipt-unknown', l.receipt, null, l.receipt, 'KES', 0, l.amount_kes, ''
    from stray l where not exists (select from astray a where a.receipt = l.receipt)`,
  sql`select case w.status when 'paid' then 'paid-twice' else 'receipt-not-settled' end, w.receipt, w.withdrawal_id,
      w.receipt, 'KES', case w.status when 'paid' then w.payout_kes else 0 end,
      w.amount_kes + case w.status when 'paid' then w.payout_kes else 0 end, ''
    from astray w`,
  // Reported once, on the day of the later one.
  sql`select 'receipt-twice', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', 0, w.payout_kes,
      'Also of withdrawal ' || w.other_id
    from shared w`,
  sql`select 'attempt-paid-withdrawal-not', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES',
      a.amount_kes, 0, 'The withdrawal is ' || a.status
    from sent_in_vain a`,
  // The provider reported it, so an attempt was made.
  sql`select 'attempt-missing', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.payout_kes, 0, ''
    from paid w join claimed c on c.receipt = w.code and c.withdrawal_id = w.withdrawal_id
    where not exists (select from sent where sent.withdrawal_id = w.withdrawal_id)`,
  sql`select 'contradiction', e.entry_id::text, case when e.subject like 'withdrawal:%' then
        substr(e.subject, length('withdrawal:') + 1)::uuid end, e.after ->> 'receipt', 'KES', ${nothing},
      (e.after ->> 'amountKes')::bigint, 'Entry ' || e.entry_id || ' of the audit log'
    from audit_entry e
    where e.action = 'payout.contradiction' and e.at >= ${begin} and e.at < ${end}`,
  // Reported once: it stays in the books of the day on which it was first found.
  sql`select 'unresolved', a.withdrawal_id || ':' || a.attempt_no, a.withdrawal_id, a.receipt, 'KES', ${nothing},
      a.amount_kes, 'Sent ' || to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
    from bounds, in_doubt a
    where not exists (
        select from reconciliation_difference d where d.day <> bounds.day and d.kind = 'unresolved'
          and d.subject_key = a.withdrawal_id || ':' || a.attempt_no
      )`,
  sql`select 'tax-differs', w.withdrawal_id::text, w.withdrawal_id, w.receipt, 'KES', w.tax_kes, coalesce(h.tax_kes, 0),
      case when h.day <> bounds.day then 'Booked on ' || h.day else '' end
    from bounds, paid w
    left join booked h on h.withdrawal_id = w.withdrawal_id
    where (w.tax_kes > 0 or h.tax_kes is not null) and (bounds.day, w.amount_kes, w.tax_percent, w.tax_kes)
      is distinct from (h.day, h.base_kes, h.percent, h.tax_kes)`,
  sql`select 'tax-differs', h.withdrawal_id::text, h.withdrawal_id, null, 'KES', 0, h.tax_kes, 'Not paid on this day'
    from withheld h where not exists (select from paid w where w.withdrawal_id = h.withdrawal_id)`,
  sql`select 'sum-differs', name, null, null, unit, wanted, got, '' from day_totals t, lateral (values
      ('ledger', 'points', t.paid_points, t.posted_points),
      ('tax', 'KES', t.tax_kes, t.withheld_kes),
      ('provider', 'KES', t.expected_kes, case when t.has_statement then t.provider_kes else t.expected_kes end)
    ) as sums (name, unit, wanted, got) where wanted <> got`,
]

/** The sums of the same day. */
const totals = sql`
  owed as materialized (
    select h.tax_kes from bounds join booked h on h.day = bounds.day
    union all
    select h.tax_kes from withheld h where not exists (select from booked b where b.withdrawal_id = h.withdrawal_id)
  ), day_totals as materialized (
    select bounds.day, has_statement, p.paid_count, p.paid_points, p.gross_kes, p.tax_kes, p.sent_kes,
      (
        select coalesce(sum(points), 0)::bigint
        from (select points from moved union all select points from moved_for_nothing) posted
      ) as posted_points,
      (select coalesce(sum(tax_kes), 0)::bigint from owed) as withheld_kes,
      (select coalesce(sum(payout_kes), 0)::bigint from expected) as expected_kes,
      told.provider_count, told.provider_kes
    from bounds, (
      select count(*) as paid_count, coalesce(sum(points), 0)::bigint as paid_points,
        coalesce(sum(amount_kes), 0)::bigint as gross_kes, coalesce(sum(tax_kes), 0)::bigint as tax_kes,
        coalesce(sum(payout_kes), 0)::bigint as sent_kes
      from paid
    ) p, (
      select count(*) as provider_count, coalesce(sum(amount_kes), 0)::bigint as provider_kes
      from (select amount_kes from known union all select amount_kes from stray) line
    ) told
  )`

/** Every disagreement in that day's books. */
const findingsOf = (bounds: Bounds) =>
  sql`finding as materialized (${sql.join(checksOf(bounds), sql` union all `)})`
