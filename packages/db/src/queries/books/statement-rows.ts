import type { DeskReason, EntryKind, RowPurpose } from '@chuma/contract/books/statements'
import type { Problem } from '@chuma/contract/problems'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { insertAndBook } from './journal-statements.ts'

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

type NewStatement = {
  account: string
  mappingVersion: number | null
  firstDay: string | null
  lastDay: string | null
  lineCount: number
  importedBy: string
}

export async function insertStatement(trx: Trx, statement: NewStatement): Promise<string> {
  const { statementId } = await trx
    .insertInto('providerStatement')
    .values(statement)
    .returning('statementId')
    .executeTakeFirstOrThrow()
  return statementId
}

/** Store new rows, in one statement. */
export async function insertStatementRows(
  trx: Trx,
  statementId: string,
  rows: readonly StatementRow[],
): Promise<void> {
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
}

/** Leave rows for staff; the reason of a row that waits already is brought up to date. */
export async function upsertDeskRows(trx: Trx, rows: readonly NewDeskRow[]): Promise<void> {
  if (rows.length === 0) return
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
export async function findMapping<Mapping extends object>(
  db: Db,
  account: string,
): Promise<SavedMapping<Mapping> | undefined> {
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
