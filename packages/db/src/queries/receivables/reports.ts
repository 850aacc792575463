import type { Problem } from '@chuma/contract/problems'
import type { ListDifferencesInput, ReportMapping, ReportOutcome } from '@chuma/contract/receivables/reports'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'

/** Serialise imports and decisions about a partner's reports. */
export async function lockReports(trx: Trx, partnerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report:${partnerId}`}, 0))`.execute(trx)
}

export const mappingAccount = (partnerId: string) => `partner:${partnerId}`

/** How a partner's reports are read: the last version that staff saved. */
export async function findReportMapping(db: Db, partnerId: string) {
  return db
    .selectFrom('statementMapping')
    .select(['version', 'savedAt', 'savedBy', sql<ReportMapping>`mapping`.as('mapping')])
    .where('account', '=', mappingAccount(partnerId))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewReport = {
  partnerId: string
  mappingVersion: number
  firstDay: string | null
  lastDay: string | null
}

export async function insertReport(
  trx: Trx,
  { partnerId, ...report }: NewReport & { reportId: string; rowCount: number; importedBy: string },
): Promise<void> {
  await trx
    .insertInto('partnerReport')
    .values({ ...report, partnerId, account: mappingAccount(partnerId) })
    .execute()
}

/** Our side of a transaction. */
export type OurCredit = {
  transactionId: string
  memberId: string
  creditId: string
  state: 'review' | 'pending' | 'available' | 'reversed' | 'cancelled'
  usd: number
}

/** Find what a partner's transactions became. Two reads, because a transaction and its credit may be on different servers. */
export async function findCreditsOf(db: Db, partnerId: string, transactionIds: readonly string[]) {
  const found = await db
    .selectFrom('partnerTransaction')
    .select('creditId')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`transaction_id = any(${transactionIds}::text[])`)
    .where('kind', '=', 'credit')
    .execute()
  const creditIds = found.flatMap(({ creditId }) => creditId ?? [])
  if (creditIds.length === 0) return []
  return db
    .selectFrom('partnerCredit')
    .select(['transactionId', 'memberId', 'creditId', 'state', 'amountUsd as usd'])
    .where(sql<boolean>`credit_id = any(${creditIds}::uuid[])`)
    .execute()
}

/** Find the members whose clicks have these references. */
export function findMembersOf(db: Db, references: readonly string[]) {
  return db
    .selectFrom('clickReference')
    .select(['reference', 'memberId'])
    .where(sql<boolean>`reference = any(${references}::text[])`)
    .execute()
}

type Place = { at: Date; creditId: string }

/** List a partner's credits that were paid, of a period of business days, oldest first. */
export async function listPaidCredits(
  db: Db,
  {
    partnerId,
    firstDay,
    lastDay,
    after,
    limit,
  }: {
    partnerId: string
    firstDay: string
    lastDay: string
    after: Place | undefined
    limit: number
  },
): Promise<(OurCredit & { at: Date })[]> {
  return db
    .selectFrom('partnerCredit')
    .select(['transactionId', 'memberId', 'creditId', 'state', 'amountUsd as usd', 'createdAt as at'])
    .where('partnerId', '=', partnerId)
    .where('state', '=', 'available')
    .where('createdAt', '>=', sql<Date>`business_day_start(${firstDay}::date)`)
    .where('createdAt', '<', sql<Date>`business_day_start(${lastDay}::date + 1)`)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, credit_id) > (${after?.at}::timestamptz, ${after?.creditId}::uuid)`,
      ),
    )
    .orderBy('createdAt')
    .orderBy('creditId')
    .limit(limit)
    .execute()
}

/** Of these transactions, those that a report of the partner has had. */
export async function listReported(db: Db, partnerId: string, transactionIds: readonly string[]) {
  const rows = await db
    .selectFrom('partnerReportRow')
    .select('transactionId')
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`transaction_id = any(${transactionIds}::text[])`)
    .where('line', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ transactionId }) => transactionId ?? []))
}

export type NewReportRow = {
  rowId: string
  line: number | null
  transactionId: string | null
  reference: string | null
  usd: number | null
  status: 'approved' | 'pending' | 'reversed' | null
  at: Date | null
  outcome: ReportOutcome
  memberId: string | null
  creditId: string | null
  ourUsd: number | null
  ourState: string | null
  problem: { column: string; problem: Problem } | null
}

export type StoredRow = { rowId: string; isNew: boolean; outcome: ReportOutcome; state: DifferenceState }

/**
 * Store rows. One that an earlier import had stays as staff left it; one that waits takes what is true by now. Returns the rows that
 * are new or changed.
 */
export async function upsertReportRows(
  trx: Trx,
  { partnerId, reportId }: { partnerId: string; reportId: string },
  rows: readonly NewReportRow[],
): Promise<StoredRow[]> {
  if (rows.length === 0) return []
  const { rows: stored } = await sql<StoredRow>`
    insert into partner_report_row as known (row_id, partner_id, report_id, line, transaction_id, reference, usd, status, at,
      outcome, member_id, credit_id, our_usd, our_state, state, problem)
    select r."rowId", ${partnerId}::uuid, ${reportId}::uuid, r.line, r."transactionId", r.reference, r.usd, r.status, r.at,
      r.outcome, r."memberId", r."creditId", r."ourUsd", r."ourState",
      case when r.outcome = 'matched' then 'settled' else 'open' end, r.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("rowId" uuid, line int, "transactionId" text,
      reference text, usd numeric, status text, at timestamptz, outcome text, "memberId" uuid, "creditId" uuid,
      "ourUsd" numeric, "ourState" text, problem jsonb)
    on conflict (row_id) do update set outcome = excluded.outcome, member_id = excluded.member_id,
      credit_id = excluded.credit_id, our_usd = excluded.our_usd, our_state = excluded.our_state
      where known.state in ('open', 'asked') and known.outcome <> excluded.outcome
    returning row_id, (xmax = 0) as is_new, outcome, state
  `.execute(trx)
  return stored
}

/** Lock what waits about these transactions. */
export function lockWaitingRows(trx: Trx, partnerId: string, transactionIds: readonly string[]) {
  return trx
    .selectFrom('partnerReportRow')
    .select(['rowId', 'transactionId', 'state'])
    .where('partnerId', '=', partnerId)
    .where(sql<boolean>`transaction_id = any(${transactionIds}::text[])`)
    .where('state', 'in', ['open', 'asked'])
    .forUpdate()
    .execute()
}

/** Of these ids, those that are stored. */
export async function listKnownRows(db: Db, rowIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('partnerReportRow')
    .select('rowId')
    .where(sql<boolean>`row_id = any(${rowIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ rowId }) => rowId))
}

export type DifferenceState = Selectable<Database['partnerReportRow']>['state']

export function lockDifference(trx: Trx, rowId: string) {
  return trx
    .selectFrom('partnerReportRow')
    .select(['rowId', 'partnerId', 'outcome', 'state', 'memberId', 'transactionId', 'note'])
    .where('rowId', '=', rowId)
    .forUpdate()
    .executeTakeFirst()
}

type Move = { from: DifferenceState; to: DifferenceState; note: string | undefined; decidedBy: string }

/** Only `moveDifference` calls this. False when the row is not in `from`: nothing has changed then. */
export async function updateDifferenceState(trx: Trx, rowId: string, { from, to, note, decidedBy }: Move) {
  const { numUpdatedRows } = await trx
    .updateTable('partnerReportRow')
    .set({ state: movedTo(to), decidedBy, decidedAt: sql<Date>`now()`, ...(note !== undefined && { note }) })
    .where('rowId', '=', rowId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type StoredProblem = { column: string; problem: Problem } | null

function selectDifferences(db: Db) {
  return db
    .selectFrom('partnerReportRow as row')
    .innerJoin('partner', 'partner.partnerId', 'row.partnerId')
    .select([
      'row.rowId as id',
      'row.partnerId',
      'partner.name as partnerName',
      'row.outcome',
      'row.state',
      'row.line as row',
      'row.transactionId',
      'row.reference',
      'row.usd',
      'row.status',
      'row.at',
      'row.ourUsd',
      'row.ourState',
      'row.memberId',
      'row.note',
      'row.decidedBy',
      'row.decidedAt',
      'row.since',
      sql<StoredProblem>`row.problem`.as('wrong'),
    ])
}

const withProblem = <Row extends { wrong: StoredProblem }>({ wrong, ...row }: Row) => ({
  ...row,
  column: wrong?.column ?? null,
  problem: wrong?.problem ?? null,
})

/** List differences that wait, oldest first. */
export async function listDifferences(db: Db, { partnerId, outcome, after, limit }: ListDifferencesInput) {
  const rows = await selectDifferences(db)
    .where('row.state', 'in', ['open', 'asked'])
    .$if(partnerId !== undefined, (query) => query.where('row.partnerId', '=', partnerId ?? ''))
    .$if(outcome !== undefined, (query) => query.where('row.outcome', '=', outcome ?? 'matched'))
    .$call(
      pageOf({ table: 'partnerReportRow', as: 'row', by: ['since', 'rowId'], order: 'asc', after, limit }),
    )
    .execute()
  return rows.map(withProblem)
}

export async function findDifference(db: Db, rowId: string) {
  const found = await selectDifferences(db).where('row.rowId', '=', rowId).executeTakeFirst()
  return found && withProblem(found)
}

/** List a partner's reports, newest first. */
export function listReports(db: Db, partnerId: string) {
  return db
    .selectFrom('partnerReport as report')
    .select([
      'report.reportId as id',
      'report.partnerId',
      sql<string | null>`report.first_day`.as('firstDay'),
      sql<string | null>`report.last_day`.as('lastDay'),
      'report.rowCount',
      'report.importedBy',
      'report.importedAt',
      sql<number>`(select count(*)::int from partner_report_row r
        where r.report_id = report.report_id and r.state in ('open', 'asked'))`.as('openCount'),
    ])
    .where('report.partnerId', '=', partnerId)
    .orderBy('report.importedAt', 'desc')
    .orderBy('report.reportId', 'desc')
    .limit(50)
    .execute()
}

export type PartnerSum = {
  partnerId: string
  partnerName: string
  scheme: object
  paymentDays: number
  exposureUsd: number
  accruedCents: number
  reversedCents: number
  invoicedCents: number
  receivedCents: number
  writtenOffCents: number
  allocatedCents: number
}

/** What each partner owes in all. Reads sums of days and documents, never single credits. */
export async function listPartnerSums(db: Db, partnerId?: string): Promise<PartnerSum[]> {
  const { rows } = await sql<PartnerSum>`
    select p.partner_id, p.name as partner_name, p.scheme, coalesce(a.payment_days, 30) as payment_days,
      coalesce(a.open_usd, 0) + coalesce(fresh.usd, 0) as exposure_usd,
      coalesce(d.accrued, 0)::bigint as accrued_cents, coalesce(d.reversed, 0)::bigint as reversed_cents,
      coalesce(i.total, 0)::bigint as invoiced_cents, coalesce(i.written_off, 0)::bigint as written_off_cents,
      coalesce(r.received, 0)::bigint as received_cents, coalesce(r.allocated, 0)::bigint as allocated_cents
    from partner p
    left join partner_account a on a.partner_id = p.partner_id
    left join (
      select partner_id, sum(case kind when 'reversed' then -usd else usd end) as usd from partner_accrual group by 1
    ) fresh on fresh.partner_id = p.partner_id
    left join (
      select partner_id, sum(accrued_cents) as accrued, sum(reversed_cents) as reversed from partner_account_day group by 1
    ) d on d.partner_id = p.partner_id
    left join (
      select partner_id, sum(total_cents) as total, sum(written_off_cents) as written_off from partner_invoice
      where kind = 'invoice' and state <> 'voided' group by 1
    ) i on i.partner_id = p.partner_id
    left join (
      select r.partner_id, sum(r.amount_cents) as received, sum(l.amount) as allocated
      from partner_receipt r
      left join (select receipt_id, sum(amount_cents) as amount from partner_allocation group by 1) l
        on l.receipt_id = r.receipt_id
      where r.state = 'booked' group by 1
    ) r on r.partner_id = p.partner_id
    ${partnerId === undefined ? sql`` : sql`where p.partner_id = ${partnerId}`}
    order by p.name, p.partner_id limit 200
  `.execute(db)
  return rows
}

/** What is owed with the day when it is due: open invoices, and what is not invoiced, by its month and terms. */
export async function listOpenAmounts(db: Db, partnerId?: string) {
  const ofPartner = partnerId === undefined ? sql`true` : sql`partner_id = ${partnerId}`
  const { rows } = await sql<{
    partnerId: string
    daysOver: number
    openCents: number
    /** Of what is not invoiced. */
    month: string | null
  }>`
    with allocated as (
      select l.invoice_id, sum(l.amount_cents) as cents from partner_allocation l
      join partner_receipt r on r.receipt_id = l.receipt_id and r.state = 'booked' group by 1
    ), open_invoice as (
      select i.partner_id, null::date as month, i.due_day, i.total_cents - coalesce(a.cents, 0) as cents
      from partner_invoice i left join allocated a on a.invoice_id = i.invoice_id
      where i.kind = 'invoice' and i.state = 'issued' and ${ofPartner}
    ), month_sum as (
      select partner_id, month, sum(accrued_cents - reversed_cents) as cents from partner_account_day
      where ${ofPartner} group by 1, 2
      union all
      select i.partner_id, l.month, -sum(l.accrued_cents - l.reversed_cents)
      from partner_invoice i join partner_invoice_line l on l.invoice_id = i.invoice_id
      where i.kind = 'invoice' and i.state <> 'voided' and ${ofPartner} group by 1, 2
    ), not_invoiced as (
      select m.partner_id, m.month, (m.month + interval '1 month - 1 day')::date + coalesce(a.payment_days, 30) as due_day,
        sum(m.cents) as cents
      from month_sum m left join partner_account a on a.partner_id = m.partner_id group by 1, 2, 3 having sum(m.cents) <> 0
    )
    select partner_id, business_day(now()) - due_day as days_over, cents::bigint as open_cents,
      to_char(month, 'YYYY-MM') as month
    from (select * from open_invoice union all select * from not_invoiced) every
  `.execute(db)
  return rows
}

export type MonthSum = {
  partnerId: string
  partnerName: string
  month: string
  accruedCents: number
  reversedCents: number
  invoicedCents: number
  receivedCents: number
  invoiceId: string | null
  invoiceNumber: string | null
}

/** The last months in which a partner owed something, newest first. `received`: what was allocated to the month's invoice. */
export async function listMonthSums(
  db: Db,
  { months, partnerId }: { months: number; partnerId?: string | undefined },
): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    select d.partner_id, p.name as partner_name, to_char(d.month, 'YYYY-MM') as month, d.accrued::bigint as accrued_cents,
      d.reversed::bigint as reversed_cents, coalesce(i.total_cents, 0) as invoiced_cents, i.invoice_id, i.number as invoice_number,
      coalesce((select sum(l.amount_cents) from partner_allocation l join partner_receipt r on r.receipt_id = l.receipt_id
        where l.invoice_id = i.invoice_id and r.state = 'booked'), 0)::bigint as received_cents
    from (
      select partner_id, month, sum(accrued_cents) as accrued, sum(reversed_cents) as reversed from partner_account_day
      where month > date_trunc('month', business_day(now())::timestamp)::date - make_interval(months => ${months})
        ${partnerId === undefined ? sql`` : sql`and partner_id = ${partnerId}`}
      group by 1, 2
    ) d
    join partner p on p.partner_id = d.partner_id
    left join partner_invoice i on i.partner_id = d.partner_id and i.month = d.month and i.kind = 'invoice'
      and i.state <> 'voided'
    order by d.month desc, p.name, d.partner_id limit 2000
  `.execute(db)
  return rows
}
