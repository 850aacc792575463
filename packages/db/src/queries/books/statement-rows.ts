import type {
  BankMapping,
  DeskReason,
  EntryKind,
  RowCorrection,
  RowPurpose,
  StatementMonth,
  statementMapping,
} from '@chuma/contract/books/statements'
import type { Answer } from '@chuma/contract/fields'
import type { CorrectionKind } from '@chuma/contract/payouts/destinations'
import type { Problem } from '@chuma/contract/problems'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { announce } from '../listen.ts'
import { insertAndBook } from './journal.ts'

/** The account of the organisation at M-Pesa. Any other is `bank:` and the name of a mapping. */
export const MPESA = 'mpesa'

export type WeighedMoment = { moment: string; day: string; isFuture: boolean; at: Date }

/** Find the business day of each moment in PostgreSQL's format: with the name of its time zone, or an offset. */
export async function weighMoments(db: Db, moments: readonly string[]): Promise<WeighedMoment[]> {
  const { rows } = await sql<WeighedMoment>`
    select moment, business_day(moment::timestamptz) as day, moment::timestamptz > now() as is_future,
      moment::timestamptz as at
    from unnest(${moments}::text[]) as moment
  `.execute(db)
  return rows
}

/** `at` is null for a row that cannot be read: it counts from its import. */
export type StatementRow = {
  rowId: string
  baseKey: string
  account: string
  /** In the file, from 1. */
  line: number
  receipt: string | null
  linkedReceipt: string | null
  purpose: RowPurpose
  amountCents: number | null
  balanceCents: number | null
  numberEnd: string | null
  details: string
  day: string | null
  at: Date | null
  problem: { column: string; problem: Problem } | null
}

/** List rows of earlier imports that may be the same. */
export async function listStored(db: Db, baseKeys: readonly string[]) {
  return db
    .selectFrom('statementRow')
    .select(['rowId', 'baseKey', 'balanceCents'])
    .where(sql<boolean>`base_key = any(${baseKeys}::text[])`)
    .execute()
}

export async function insertStatement(trx: Trx, statement: Insertable<Database['providerStatement']>) {
  const { statementId } = await trx
    .insertInto('providerStatement')
    .values(statement)
    .returning('statementId')
    .executeTakeFirstOrThrow()
  return statementId
}

/** Store new rows, in one statement. */
export async function insertStatementRows(trx: Trx, statementId: string, rows: readonly StatementRow[]) {
  await sql`
    insert into statement_row (row_id, base_key, statement_id, account, line, receipt, linked_receipt, purpose,
      amount_cents, balance_cents, number_end, details, day, at, problem)
    select r."rowId", r."baseKey", ${statementId}::uuid, r.account, r.line, r.receipt, r."linkedReceipt", r.purpose,
      r."amountCents", r."balanceCents", r."numberEnd", r.details, r.day, coalesce(r.at, clock_timestamp()), r.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("rowId" uuid, "baseKey" text, account text, line int,
      receipt text, "linkedReceipt" text, purpose text, "amountCents" bigint, "balanceCents" bigint, "numberEnd" text,
      details text, day date, at timestamptz, problem jsonb)
  `.execute(trx)
}

/** List the waiting rows of an account that a rule may fit by now, newest first. What staff took back stays theirs. */
export function listWaiting(db: Db, account: string, limit: number) {
  return db
    .selectFrom('statementDesk as desk')
    .innerJoin('statementRow as row', 'row.rowId', 'desk.rowId')
    .select(['row.rowId', 'row.account', 'row.receipt', 'row.linkedReceipt', 'row.amountCents'])
    .select(['row.numberEnd', 'row.day', sql<RowPurpose>`row.purpose`.as('purpose')])
    .where('desk.account', '=', account)
    .where('desk.reason', 'not in', ['undone', 'unreadable'])
    .orderBy('desk.at', 'desc')
    .orderBy('desk.rowId')
    .limit(limit)
    .execute()
}

type Link = { withdrawalId?: string | undefined; paymentId?: string | undefined }
export type NewEntry = Link & { rowId: string; kind: EntryKind; rule: string; note?: string }
export type NewDeskRow = Link & { rowId: string; reason: DeskReason }

/** Book rows, in the journal too, and take them off the desk. A row is booked once: `seq` is the next odd number of its entries. */
export async function insertEntries(trx: Trx, entries: readonly NewEntry[], bookedBy: string): Promise<void> {
  if (entries.length === 0) return
  const added = sql`
    insert into statement_entry (row_id, seq, account, kind, amount_cents, day, withdrawal_id, payment_id, rule, note, booked_by)
    select r.row_id, coalesce((select max(e.seq) from statement_entry e where e.row_id = r.row_id), 0) + 1, r.account, n.kind,
      case when n.kind = 'nothing' then 0 else coalesce(r.amount_cents, 0) end, coalesce(r.day, business_day(r.at)),
      n."withdrawalId", n."paymentId", n.rule, coalesce(n.note, ''), ${bookedBy}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as n ("rowId" uuid, kind text, rule text, note text,
      "withdrawalId" uuid, "paymentId" uuid)
    join statement_row r on r.row_id = n."rowId"
  `
  await insertAndBook(trx, added)
  const rowIds = entries.map(({ rowId }) => rowId)
  await sql`delete from statement_desk where row_id = any(${rowIds}::uuid[])`.execute(trx)
  await announce(trx, 'waiting_change')
}

/** Leave rows for staff; the reason of a row that waits already is brought up to date. */
export async function upsertDeskRows(trx: Trx, rows: readonly NewDeskRow[]): Promise<void> {
  if (rows.length === 0) return
  await announce(trx, 'waiting_change')
  await sql`
    insert into statement_desk (row_id, account, reason, at, withdrawal_id, payment_id)
    select r.row_id, r.account, n.reason, r.at, n."withdrawalId", n."paymentId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("rowId" uuid, reason text, "withdrawalId" uuid,
      "paymentId" uuid)
    join statement_row r on r.row_id = n."rowId"
    on conflict (row_id) do update set reason = excluded.reason, withdrawal_id = excluded.withdrawal_id,
      payment_id = excluded.payment_id
  `.execute(trx)
}

type Claim = { subject: string; rowId: string }

/** One payment of ours belongs to one row: a second claim is an error. */
export async function insertClaims(trx: Trx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  await trx
    .insertInto('statementClaim')
    .values([...claims])
    .execute()
}

type SavedMapping<Mapping> = { version: number; name: string; mapping: Mapping }

/** Find how an account's files are read, the last version. */
export async function findMapping<Mapping extends object>(db: Db, account: string) {
  const found = await db
    .selectFrom('statementMapping')
    .select(['version', 'name', 'mapping'])
    .where('account', '=', account)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The import that saved it checked its shape.
  return found && { ...found, mapping: found.mapping as Mapping }
}

type NewMapping = SavedMapping<object> & { account: string; savedBy: string }

export async function insertMapping(trx: Trx, { mapping, ...row }: NewMapping): Promise<void> {
  await trx
    .insertInto('statementMapping')
    .values({ ...row, mapping: JSON.stringify(mapping) })
    .execute()
}

type NewEvidence = { rowId: string; withdrawalId: string; kind: CorrectionKind; bookedBy: string }

/** Record that a row proves a correction. A second one of the same row is an error. */
export async function insertEvidence(trx: Trx, evidence: NewEvidence): Promise<void> {
  await trx.insertInto('statementEvidence').values(evidence).execute()
}

export async function isEvidence(trx: Trx, rowId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('statementEvidence')
    .select('rowId')
    .where('rowId', '=', rowId)
    .executeTakeFirst()
  return found !== undefined
}

export type Provable = Omit<RowCorrection, 'at'> & { at: Date }
type Wanted = { amountKes: number; at: Date; receipts: readonly string[]; method: 'mpesa' | 'bank' }

/** How far before its day, and how many, the payments are looked for that a row may be about. */
const RETURN_DAYS = 31
const MOST = 20

const columns = sql`w.withdrawal_id as id, m.member_id, m.first_name || ' ' || m.last_name as member_name,
  w.points, w.payout_kes as amount_kes, w.receipt, coalesce(w.paid_at, w.processed_at, w.requested_at) as at`

/** List the paid withdrawals that money which came in may be the return of, the likeliest first. */
export async function listReturnable(db: Db, { amountKes, at, receipts, method }: Wanted) {
  const { rows } = await sql<Provable>`
    select ${columns}, 'returned' as kind
    from withdrawal w join member m on m.member_id = w.member_id
    where w.status = 'paid' and w.method = ${method} and w.payout_kes = ${amountKes}
      and w.paid_at between ${at}::timestamptz - make_interval(days => ${RETURN_DAYS})
        and ${at}::timestamptz + interval '1 day'
    order by upper(w.receipt) = any(${receipts}::text[]) desc nulls last, w.paid_at desc, w.withdrawal_id
    limit ${MOST}
  `.execute(db)
  return rows
}

/** The same for money that went out: paid withdrawals that it may have paid twice, and rejected ones that it paid after all. */
export async function listTwiceOrLate(db: Db, { amountKes, at, receipts, method }: Wanted) {
  const claimed = await db
    .selectFrom('payoutReceipt')
    .select('withdrawalId')
    .where(sql<boolean>`receipt = any(${receipts}::text[])`)
    .execute()
  const likely = claimed.map(({ withdrawalId }) => withdrawalId)
  const { rows } = await sql<Provable>`
    select ${columns}, case w.status when 'paid' then 'duplicate' else 'late' end as kind
    from withdrawal w join member m on m.member_id = w.member_id
    where w.method = ${method} and w.payout_kes = ${amountKes}
      and (w.status = 'paid' or w.status = 'rejected' and w.payout_state is distinct from 'returned')
      and upper(coalesce(w.receipt, '')) <> all(${receipts}::text[])
      and w.requested_at between ${at}::timestamptz - make_interval(days => ${RETURN_DAYS})
        and ${at}::timestamptz + interval '1 day'
    order by w.withdrawal_id = any(${likely}::uuid[]) desc, w.requested_at desc, w.withdrawal_id
    limit ${MOST}
  `.execute(db)
  return rows
}

/**
 * List each account's months, newest first. A balance is the one after its row: of rows of the same moment the first is the one before
 * which no other's balance stands, and the last the one whose balance stands before no other.
 */
export async function listStatementMonths(db: Db, limit = 24): Promise<StatementMonth[]> {
  const { rows } = await sql<StatementMonth>`
    with months as materialized (
      select account, date_trunc('month', day)::date as month from statement_row where day is not null
      group by 1, 2 order by 2 desc, 1 limit ${limit}
    ), since as materialized (
      select coalesce(min(month), current_date) as day from months
    ), booked as materialized (
      select e.account, date_trunc('month', e.day)::date as month, e.kind, sum(e.amount_cents)::bigint as cents
      from statement_entry e where e.day >= (select day from since) group by 1, 2, 3
    ), waiting as materialized (
      select d.account, date_trunc('month', r.day)::date as month, count(*) as rows,
        coalesce(sum(r.amount_cents) filter (where r.purpose <> 'pending'), 0)::bigint as cents
      from statement_desk d join statement_row r on r.row_id = d.row_id where r.day is not null group by 1, 2
    ), moved as materialized (
      select account, date_trunc('month', day)::date as month, row_id, at, amount_cents, balance_cents
      from statement_row
      where day >= (select day from since) and purpose not in ('failed', 'pending', 'unreadable')
    ), ends as materialized (
      select account, month, sum(amount_cents)::bigint as cents, min(at) as first_at, max(at) as last_at,
        bool_and(balance_cents is not null) as has_balances
      from moved group by account, month
    ), opening as materialized (
      select distinct on (r.account, r.month) r.account, r.month, r.balance_cents - r.amount_cents as cents
      from ends e join moved r on r.account = e.account and r.month = e.month and r.at = e.first_at
      order by r.account, r.month, exists (
        select from moved o where o.account = r.account and o.month = r.month and o.at = r.at and o.row_id <> r.row_id
          and o.balance_cents = r.balance_cents - r.amount_cents
      ), r.row_id
    ), closing as materialized (
      select distinct on (r.account, r.month) r.account, r.month, r.balance_cents as cents
      from ends e join moved r on r.account = e.account and r.month = e.month and r.at = e.last_at
      order by r.account, r.month, exists (
        select from moved o where o.account = r.account and o.month = r.month and o.at = r.at and o.row_id <> r.row_id
          and o.balance_cents - o.amount_cents = r.balance_cents
      ), r.row_id
    ), kinds as materialized (
      select account, month,
        coalesce(sum(cents) filter (where kind = 'payout'), 0)::bigint as payout_cents,
        coalesce(sum(cents) filter (where kind = 'charge'), 0)::bigint as charge_cents,
        coalesce(sum(cents) filter (where kind = 'collection'), 0)::bigint as collection_cents,
        coalesce(sum(cents) filter (where kind = 'top-up'), 0)::bigint as top_up_cents,
        coalesce(sum(cents) filter (where kind = 'transfer'), 0)::bigint as transfer_cents,
        coalesce(sum(cents) filter (where kind in ('other', 'not-ours')), 0)::bigint as other_cents
      from booked group by account, month
    )
    select m.account, to_char(m.month, 'YYYY-MM') as month,
      coalesce(k.payout_cents, 0) as payout_cents, coalesce(k.charge_cents, 0) as charge_cents,
      coalesce(k.collection_cents, 0) as collection_cents, coalesce(k.top_up_cents, 0) as top_up_cents,
      coalesce(k.transfer_cents, 0) as transfer_cents, coalesce(k.other_cents, 0) as other_cents,
      coalesce(w.rows, 0)::bigint as waiting_count, coalesce(w.cents, 0) as waiting_cents,
      case when e.has_balances then o.cents end as opening_cents,
      case when e.has_balances then o.cents + e.cents end as expected_cents,
      case when e.has_balances then c.cents end as closing_cents
    from months m
    left join kinds k on k.account = m.account and k.month = m.month
    left join waiting w on w.account = m.account and w.month = m.month
    left join ends e on e.account = m.account and e.month = m.month
    left join opening o on o.account = m.account and o.month = m.month
    left join closing c on c.account = m.account and c.month = m.month
    order by m.month desc, m.account
  `.execute(db)
  return rows
}

/** List the last version of every bank's mapping. */
export async function listMappings(db: Db, limit = 100): Promise<Answer<typeof statementMapping>[]> {
  const { rows } = await sql<Answer<typeof statementMapping> & { mapping: BankMapping }>`
    select distinct on (account) name, account, version, mapping, saved_at, saved_by
    from statement_mapping where account like 'bank:%' order by account, version desc limit ${limit}
  `.execute(db)
  return rows
}
