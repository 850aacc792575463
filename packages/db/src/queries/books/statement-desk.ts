import type {
  DeskReason,
  EntryKind,
  ListStatementRowsInput,
  RowPurpose,
  StatementCandidate,
  statementRow,
} from '@chuma/contract/books/statements'
import type { Answer } from '@chuma/contract/fields'
import type { Problem } from '@chuma/contract/problems'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { pageOf } from '../list-page.ts'
import { insertAndBook } from './journal.ts'

/** The edge adds the text of the problem. */
export type StoredRow = Omit<Answer<typeof statementRow>, 'problem'> & { problem: Problem | null }

/** A row with its last entry, unless that took the one before back. */
const selectRows = (db: Db) =>
  db
    .selectFrom('statementRow as row')
    .leftJoin('statementDesk as desk', 'desk.rowId', 'row.rowId')
    .leftJoin('statementEntry as entry', (join) =>
      join
        .onRef('entry.rowId', '=', 'row.rowId')
        .on(sql<boolean>`entry.seq % 2 = 1`)
        .on(sql<boolean>`not exists (
          select from statement_entry later where later.row_id = entry.row_id and later.seq > entry.seq)`),
    )
    .select([
      'row.rowId as id',
      'row.account',
      'row.receipt',
      'row.linkedReceipt',
      sql<RowPurpose>`"row".purpose`.as('purpose'),
      'row.amountCents',
      'row.numberEnd',
      'row.details',
      'row.at',
      'row.line as row',
      sql<string | null>`"row".problem ->> 'column'`.as('column'),
      sql<Problem | null>`"row".problem -> 'problem'`.as('problem'),
      sql<DeskReason | null>`desk.reason`.as('reason'),
      'desk.since',
      sql<EntryKind | null>`entry.kind`.as('kind'),
      sql<string>`coalesce(entry.note, '')`.as('note'),
      'entry.bookedBy',
      'entry.bookedAt',
      sql<string | null>`coalesce(entry.withdrawal_id, desk.withdrawal_id)`.as('withdrawalId'),
      sql<string | null>`coalesce(entry.payment_id, desk.payment_id)`.as('paymentId'),
    ])

type Unnamed = Omit<StoredRow, 'memberId' | 'memberName'>

/** List a page of rows: those that wait, oldest first, or those that staff booked, newest first. */
export async function listStatementRows(db: Db, { state, reason, after, limit }: ListStatementRowsInput) {
  const rows =
    state === 'waiting'
      ? await listDesk(db, { reason, after, limit })
      : await listByHand(db, { after, limit })
  return addNames(db, rows)
}

type Page = { after: string | undefined; limit: number }

function listDesk(db: Db, { reason, after, limit }: Page & { reason: DeskReason | undefined }) {
  return (
    selectRows(db)
      .where('desk.reason', reason === undefined ? 'is not' : '=', reason ?? null)
      // The row stays when it is booked meanwhile, so that the next page is found.
      .$call(pageOf({ table: 'statementRow', as: 'desk', by: ['at', 'rowId'], order: 'asc', after, limit }))
      .execute()
  )
}

function listByHand(db: Db, { after, limit }: Page) {
  return selectRows(db)
    .where('entry.rule', '=', 'hand')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.booked_at, entry.row_id) < (
          select a.booked_at, a.row_id from statement_entry a where a.row_id = ${after} and a.rule = 'hand'
          order by a.seq desc limit 1)`,
      ),
    )
    .orderBy('entry.bookedAt', 'desc')
    .orderBy('entry.rowId', 'desc')
    .limit(limit)
    .execute()
}

export async function findStatementRow(db: Db, rowId: string): Promise<StoredRow | undefined> {
  const row = await selectRows(db).where('row.rowId', '=', rowId).executeTakeFirst()
  return row && (await addNames(db, [row]))[0]
}

type Owner = { id: string; kind: 'payout' | 'collection'; memberId: string; name: string; isSettled: boolean }

/** Find whose withdrawals and premium payments these are. */
export async function findOwners(db: Db, ids: readonly string[]): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select w.withdrawal_id as id, 'payout' as kind, m.member_id, m.first_name || ' ' || m.last_name as name,
      w.status = 'paid' or w.payout_state is not distinct from 'returned' as is_settled
    from withdrawal w join member m on m.member_id = w.member_id where w.withdrawal_id = any(${ids}::uuid[])
    union all
    select p.payment_id, 'collection', m.member_id, m.first_name || ' ' || m.last_name, p.state in ('paid', 'closed')
    from premium_payment p join member m on m.member_id = p.member_id where p.payment_id = any(${ids}::uuid[])
  `.execute(db)
  return rows
}

async function addNames(db: Db, rows: readonly Unnamed[]): Promise<StoredRow[]> {
  const ids = rows.flatMap(({ withdrawalId, paymentId }) => withdrawalId ?? paymentId ?? [])
  const owners = ids.length === 0 ? [] : await findOwners(db, ids)
  const byId = new Map(owners.map((owner) => [owner.id, owner]))
  return rows.map((row) => {
    const owner = byId.get(row.withdrawalId ?? row.paymentId ?? '')
    return { ...row, memberId: owner?.memberId ?? null, memberName: owner?.name ?? null }
  })
}

type Candidate = Omit<StatementCandidate, 'at'> & { at: Date }
type Wanted = { amountKes: number; at: Date; receipts: readonly string[] }

/** How far from its day, and how many, a row's possible payments are looked for. */
const DAYS_AROUND = 7
const MAX_CANDIDATES = 20

/** List the payments of ours that money out may be: of the same amount around its day, or with its receipt. */
export async function listPayoutCandidates(db: Db, { amountKes, at, receipts }: Wanted) {
  const { rows } = await sql<Candidate>`
    select w.withdrawal_id as id, 'payout' as kind, m.member_id, m.first_name || ' ' || m.last_name as member_name,
      w.payout_kes as amount_kes, w.status, w.receipt, coalesce(w.paid_at, w.processed_at, w.requested_at) as at
    from withdrawal w join member m on m.member_id = w.member_id
    where (w.status = 'paid' and upper(w.receipt) = any(${receipts}::text[]))
      or (w.status = 'paid' and w.payout_kes = ${amountKes} and w.paid_at between
        ${at}::timestamptz - make_interval(days => ${DAYS_AROUND}) and ${at}::timestamptz + make_interval(days => ${DAYS_AROUND}))
    order by upper(w.receipt) = any(${receipts}::text[]) desc,
      abs(extract(epoch from w.paid_at - ${at}::timestamptz)), w.withdrawal_id
    limit ${MAX_CANDIDATES}
  `.execute(db)
  return rows
}

/** The same for money in: payments for premium. */
export async function listPaymentCandidates(db: Db, { amountKes, at, receipts }: Wanted) {
  const { rows } = await sql<Candidate>`
    select p.payment_id as id, 'collection' as kind, m.member_id, m.first_name || ' ' || m.last_name as member_name,
      p.amount_kes, p.state as status, p.receipt, p.created_at as at
    from premium_payment p join member m on m.member_id = p.member_id
    where p.amount_kes = ${amountKes} and p.created_at between
        ${at}::timestamptz - make_interval(days => ${DAYS_AROUND}) and ${at}::timestamptz + make_interval(days => ${DAYS_AROUND})
    order by upper(p.receipt) = any(${receipts}::text[]) desc nulls last,
      abs(extract(epoch from p.created_at - ${at}::timestamptz)), p.payment_id
    limit ${MAX_CANDIDATES}
  `.execute(db)
  return rows
}

type Undoable = {
  seq: number
  kind: EntryKind
  note: string
  withdrawalId: string | null
  paymentId: string | null
  isReconciled: boolean
}

/**
 * Find the entry that books a row, and whether its day was reconciled since: compared after the booking, with no open difference and
 * nothing left on the desk.
 */
export async function findBooking(trx: Trx, rowId: string): Promise<Undoable | undefined> {
  const { rows } = await sql<Undoable & { day: string; bookedAt: Date }>`
    select e.seq, e.kind, e.note, e.withdrawal_id, e.payment_id, e.day, e.booked_at from statement_entry e
    where e.row_id = ${rowId} and e.seq % 2 = 1
      and not exists (select from statement_entry l where l.row_id = e.row_id and l.seq > e.seq)
  `.execute(trx)
  const [entry] = rows
  if (!entry) return undefined
  const { day, bookedAt, ...rest } = entry
  const reconciled = await sql<{ isReconciled: boolean }>`
    select exists (select from reconciliation_run where day = ${day}::date and made_at > ${bookedAt})
      and not exists (select from reconciliation_difference where day = ${day}::date and resolved_at is null)
      and not exists (
        select from statement_desk where at >= business_day_start(${day}::date) and at < business_day_start(${day}::date + 1)
      ) as is_reconciled
  `.execute(trx)
  return { ...rest, isReconciled: reconciled.rows[0]?.isReconciled === true }
}

type TakenBack = { rowId: string; seq: number; note: string; by: string }

/** Take the last entry of a row back: its opposite follows it, its claim is free again, and the row waits. */
export async function takeBack(trx: Trx, { rowId, seq, note, by }: TakenBack): Promise<void> {
  const added = sql`
    insert into statement_entry (row_id, seq, account, kind, amount_cents, day, withdrawal_id, payment_id, rule, note, booked_by)
    select row_id, seq + 1, account, kind, -amount_cents, day, withdrawal_id, payment_id, 'hand', ${note}, ${by}
    from statement_entry where row_id = ${rowId} and seq = ${seq}
  `
  await insertAndBook(trx, added)
  await trx.deleteFrom('statementClaim').where('rowId', '=', rowId).execute()
}

/** Whether a row waits on the desk. */
export async function isWaiting(trx: Trx, rowId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('statementDesk')
    .select('rowId')
    .where('rowId', '=', rowId)
    .executeTakeFirst()
  return row !== undefined
}
