import { createHash, randomUUID } from 'node:crypto'
import type { Problem } from '@chuma/contract/problems'
import {
  type ImportedReport,
  type ImportReportInput,
  REPORT_MAX_ROWS,
  REPORT_OUTCOMES,
  type ReportCounts,
  type ReportMapping,
  type ReportOutcome,
} from '@chuma/contract/receivables/reports'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertMapping, weighMoments } from '@chuma/db/queries/books/statement-rows'
import { findPartner } from '@chuma/db/queries/partners/partners'
import {
  findCreditsOf,
  findMembersOf,
  findReportMapping,
  insertReport,
  listKnownRows,
  listPaidCredits,
  listReported,
  lockReports,
  lockWaitingRows,
  mappingAccount,
  type NewReportRow,
  type OurCredit,
  type StoredRow,
  upsertReportRows,
} from '@chuma/db/queries/receivables/reports'
import { AppError, invalidField } from '../../app-error.ts'
import { rowIdOf } from '../../books/statements/read-portal.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { isReadable, moveDifference, type ReportRow, readReport } from './read-report.ts'

/** The edge adds the texts of the rows' problems. */
type Report = Omit<ImportedReport, 'errors'> & {
  errors: { row: number; column: string; problem: Problem }[]
}

const AT_ONCE = 1000
const SHOWN_ERRORS = 100
const PREVIEW_ROWS = 20

/** Rolls a check back: it has done everything that an import does. */
class Checked extends Error {
  readonly report: Report

  constructor(report: Report) {
    super('checked')
    this.report = report
  }
}

/**
 * For finance and owners: import what a partner says about its transactions, and compare each with our credit; then find the paid
 * credits of its days that it does not have. It pays and confirms nothing, whatever it says. One transaction, row by row in batches:
 * a row that cannot be read stops no other. Rows are recognised, so a file imported twice changes nothing.
 * @throws AppError NOT_FOUND, INVALID_INPUT if the file as a whole cannot be read
 */
export async function importReport(deps: Deps, staff: StaffActor, input: ImportReportInput): Promise<Report> {
  const { partnerId, isDryRun } = input
  const { timeZone } = await deps.economy()
  try {
    return await deps.db.transaction().execute(async (trx) => {
      if (!(await findPartner(trx, partnerId))) throw new AppError('NOT_FOUND')
      await lockReports(trx, partnerId)
      const { mapping, version } = await useMapping(trx, staff, input)
      const report = await compare(
        trx,
        { partnerId, reportId: randomUUID() },
        readReport(input.csv, mapping, { timeZone, maxRows: REPORT_MAX_ROWS }),
      )
      const made = { ...report.said, mappingVersion: version, isImported: !isDryRun }
      if (isDryRun) throw new Checked(made)
      const { firstDay, lastDay, rowCount, counts } = made
      const { reportId } = report
      await insertReport(trx, {
        reportId,
        partnerId,
        mappingVersion: version,
        firstDay,
        lastDay,
        rowCount,
        importedBy: staff.name,
      })
      await recordAct(trx, staff, {
        action: 'partner-report.imported',
        subject: `partner:${partnerId}`,
        after: { reportId, mappingVersion: version, firstDay, lastDay, rowCount, ...counts },
      })
      return made
    })
  } catch (error) {
    if (error instanceof Checked) return error.report
    throw error
  }
}

/** The mapping of this import. One that differs from the saved one is saved as the next version. */
async function useMapping(trx: Trx, staff: StaffActor, { partnerId, mapping }: ImportReportInput) {
  const saved = await findReportMapping(trx, partnerId)
  if (!mapping) {
    if (!saved) throw invalidField('mapping', 'MAPPING_UNKNOWN')
    return saved
  }
  if (saved && writeMapping(saved.mapping) === writeMapping(mapping)) return saved
  const version = (saved?.version ?? 0) + 1
  const account = mappingAccount(partnerId)
  await insertMapping(trx, { account, version, name: 'report', mapping, savedBy: staff.name })
  return { mapping, version }
}

const writeMapping = (mapping: ReportMapping) => JSON.stringify(Object.entries(mapping).sort())

type Of = { partnerId: string; reportId: string }
type Tally = Omit<Report, 'mappingVersion' | 'isImported'>

async function compare(trx: Trx, of: Of, rows: AsyncIterable<ReportRow>) {
  const counts = Object.fromEntries(REPORT_OUTCOMES.map((outcome) => [outcome, 0])) as ReportCounts
  const said: Tally = {
    rowCount: 0,
    knownCount: 0,
    counts,
    firstDay: null,
    lastDay: null,
    preview: [],
    errors: [],
    errorCount: 0,
  }
  let batch: ReportRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < AT_ONCE) continue
    await storeBatch(trx, of, { batch, said })
    batch = []
  }
  await storeBatch(trx, of, { batch, said })
  if (said.rowCount === 0) throw invalidField('csv', 'FILE_WITHOUT_ROWS')
  await storeMissing(trx, of, said)
  return { reportId: of.reportId, said }
}

async function storeBatch(trx: Trx, of: Of, { batch, said }: { batch: ReportRow[]; said: Tally }) {
  const judged = await judgeBatch(trx, of.partnerId, batch)
  const known = await listKnownRows(
    trx,
    judged.map(({ rowId }) => rowId),
  )
  const once = new Map(judged.map((row) => [row.rowId, row]))
  await settleAgreed(trx, await upsertReportRows(trx, of, [...once.values()]))
  const fresh = [...once.values()].filter(({ rowId }) => !known.has(rowId))
  await replaceOlder(trx, of.partnerId, fresh)
  said.rowCount += judged.length
  said.knownCount += judged.length - fresh.length
  for (const { outcome } of fresh) said.counts[outcome] += 1
  for (const row of judged) note(said, row)
}

/** What waited and agrees by now. */
async function settleAgreed(trx: Trx, stored: readonly StoredRow[]): Promise<void> {
  for (const row of stored) {
    if (row.isNew || row.outcome !== 'matched') continue
    await moveDifference(trx, row, { to: 'settled', by: 'worker', decidedBy: 'system' })
  }
}

/** A later word about a transaction replaces what waits about it. */
async function replaceOlder(trx: Trx, partnerId: string, fresh: readonly NewReportRow[]): Promise<void> {
  const newest = new Map(
    fresh.flatMap(({ transactionId, rowId }) => (transactionId ? [[transactionId, rowId] as const] : [])),
  )
  for (const row of await lockWaitingRows(trx, partnerId, [...newest.keys()])) {
    if (newest.get(row.transactionId ?? '') === row.rowId) continue
    await moveDifference(trx, row, { to: 'superseded', by: 'worker', decidedBy: 'system' })
  }
}

function note(said: Tally, { line, day, transactionId, usd, status, outcome, problem: wrong }: Judged): void {
  if (day !== null && (said.firstDay === null || day < said.firstDay)) said.firstDay = day
  if (day !== null && (said.lastDay === null || day > said.lastDay)) said.lastDay = day
  const row = line ?? 0
  if (said.preview.length < PREVIEW_ROWS)
    said.preview.push({ row, transactionId: transactionId ?? '', usd, status, outcome })
  if (!wrong) return
  said.errorCount += 1
  if (said.errors.length < SHOWN_ERRORS) said.errors.push({ row, ...wrong })
}

/** Find the paid credits of the report's days that no report of the partner has had. */
async function storeMissing(trx: Trx, of: Of, said: Tally): Promise<void> {
  const { firstDay, lastDay } = said
  if (firstDay === null || lastDay === null) return
  const { partnerId } = of
  for (let after: { at: Date; creditId: string } | undefined; ; ) {
    const credits = await listPaidCredits(trx, { partnerId, firstDay, lastDay, after, limit: AT_ONCE })
    const reported = await listReported(
      trx,
      partnerId,
      credits.map(({ transactionId }) => transactionId),
    )
    const missing = credits.filter(({ transactionId }) => !reported.has(transactionId))
    const rows = missing.map(
      ({ transactionId, memberId, creditId, usd, state, at }): NewReportRow => ({
        ...NOTHING,
        rowId: rowIdOf(`${partnerId}:${transactionId}`, 'only-here'),
        line: null,
        transactionId,
        at,
        outcome: 'only-here',
        memberId,
        creditId,
        ourUsd: usd,
        ourState: state,
      }),
    )
    const stored = await upsertReportRows(trx, of, rows)
    said.counts['only-here'] += stored.filter(({ isNew }) => isNew).length
    const last = credits.at(-1)
    if (!last || credits.length < AT_ONCE) return
    after = last
  }
}

/** `day`: the business day of a row that can be read. */
type Judged = NewReportRow & { day: string | null }

const hash = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Of a row that cannot be read nothing is kept as a value. */
const NOTHING = {
  transactionId: null,
  reference: null,
  usd: null,
  status: null,
  at: null,
  memberId: null,
  creditId: null,
  ourUsd: null,
  ourState: null,
  problem: null,
  day: null,
}

/** Compare rows of a report with our credits. */
async function judgeBatch(trx: Trx, partnerId: string, batch: readonly ReportRow[]): Promise<Judged[]> {
  const readable = batch.filter(isReadable)
  const weighed = await weighMoments(trx, [...new Set(readable.map(({ moment }) => moment))])
  const moments = new Map(weighed.map((one) => [one.moment, one]))
  const credits = await findCreditsOf(trx, partnerId, [
    ...new Set(readable.map(({ transactionId }) => transactionId)),
  ])
  const ours = new Map(credits.map((credit) => [credit.transactionId, credit]))
  const strangers = readable.flatMap(({ transactionId, reference }) =>
    ours.has(transactionId) || !reference ? [] : reference,
  )
  const members = new Map(
    (await findMembersOf(trx, strangers)).map(({ reference, memberId }) => [reference, memberId]),
  )
  return batch.map((row): Judged => {
    const cannot = (problem: NewReportRow['problem']): Judged => ({
      ...NOTHING,
      rowId: rowIdOf(`${partnerId}:unreadable`, hash(row.cells)),
      line: row.row,
      outcome: 'unreadable',
      problem,
    })
    if (!isReadable(row)) return cannot(row.wrong)
    const { transactionId, reference, usd, status, moment } = row
    const when = moments.get(moment)
    if (!when || when.isFuture)
      return cannot({ column: '', problem: { code: 'MOMENT_IN_FUTURE', params: {} } })
    const our = ours.get(transactionId)
    return {
      ...NOTHING,
      rowId: rowIdOf(`${partnerId}:${transactionId}`, hash([status, usd, reference])),
      line: row.row,
      transactionId,
      reference,
      usd,
      status,
      at: when.at,
      day: when.day,
      outcome: judgeRow({ usd, status }, our),
      memberId: our?.memberId ?? members.get(reference ?? '') ?? null,
      creditId: our?.creditId ?? null,
      ourUsd: our?.usd ?? null,
      ourState: our?.state ?? null,
    }
  })
}

type Said = { usd: number; status: 'approved' | 'pending' | 'reversed' }

/** Reports round to cents what events tell to a hundredth of one. */
const SAME_USD = 0.005

/** Compare what a partner's report says with our credit of the transaction. */
function judgeRow({ usd, status }: Said, ours: Pick<OurCredit, 'state' | 'usd'> | undefined): ReportOutcome {
  // Nobody owes anything for what was taken back and never came here.
  if (!ours) return status === 'reversed' ? 'matched' : 'only-there'
  const isGone = ours.state === 'reversed' || ours.state === 'cancelled'
  if (status === 'reversed') return isGone ? 'matched' : 'reversed-there'
  if (isGone) return status === 'approved' ? 'reversed-here' : 'matched'
  // Amounts of a hundredth of a cent: whole numbers, as differences of fractions are not exact.
  const apart = Math.abs(Math.round(usd * 10_000) - Math.round(ours.usd * 10_000))
  return apart < SAME_USD * 10_000 ? 'matched' : 'amount-differs'
}
