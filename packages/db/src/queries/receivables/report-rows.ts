import type { Problem } from '@chuma/contract/problems'
import type { ListDifferencesInput, ReportOutcome } from '@chuma/contract/receivables/reports'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'

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
export async function updateDifferenceState(
  trx: Trx,
  rowId: string,
  { from, to, note, decidedBy }: Move,
): Promise<boolean> {
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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(row.since, row.row_id) > (select r.since, r.row_id from partner_report_row r where r.row_id = ${after})`,
      ),
    )
    .orderBy('row.since')
    .orderBy('row.rowId')
    .limit(limit)
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
