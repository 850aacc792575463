import {
  type BankMapping,
  type ImportedStatement,
  type ImportStatementInput,
  type PortalMapping,
  PREVIEW_ROWS,
  type RowPurpose,
  STATEMENT_MAX_DAYS,
} from '@chuma/contract/books/statements'
import type { Problem } from '@chuma/contract/problems'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import {
  findClaims,
  findPaidWithoutReceipt,
  findPayments,
  findPayouts,
  findPurposes,
} from '@chuma/db/queries/books/reconciliation-books'
import {
  findMapping,
  insertClaims,
  insertEntries,
  insertMapping,
  insertStatement,
  insertStatementRows,
  listStored,
  listWaiting,
  MPESA,
  upsertDeskRows,
  weighMoments,
} from '@chuma/db/queries/books/statement-rows'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { invalidField } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { giveWay, inTurns } from '../../in-turns.ts'
import { reconcileAgain, reconcileBankDays } from '../reconciliation.ts'
import { type Books, DAYS_APART, matchRows, type OpenRow, type Outcome } from './match-rows.ts'
import { isReadable, type ReadRow } from './parse-file.ts'
import { readBank } from './read-bank.ts'
import { type Identified, identifyRows, markKnown, readPortal } from './read-portal.ts'

/** The edge adds the texts of the rows' problems. */
type RowError = { row: number; column: string; problem: Problem }
export type Report = Omit<ImportedStatement, 'errors'> & { errors: RowError[] }

const SHOWN_ERRORS = 100
const DAY_MS = 24 * 3600 * 1000
/** Of the account's waiting rows, how many are tried again with each import. */
const MAX_WAITING = 5000

/**
 * For finance and owners: import a statement of M-Pesa or, by a saved mapping, of a bank, and repeat the comparison of the days that
 * M-Pesa's covers, or of whose payments a bank's has a row. Every row is matched, booked or left on the desk; none is refused because of another. One transaction: a process
 * that dies has imported nothing. Rows of earlier imports are recognised, so the same file twice, or two at once, change nothing.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read or covers too many days
 */
export async function importStatement(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun, bank, columns, dateOrder }: ImportStatementInput,
): Promise<Report> {
  const { timeZone } = await deps.economy()
  const source = bank ? await findBank(deps.db, bank) : await findPortal(deps.db, columns)
  const { rows: read, leftOut } =
    'mapping' in source
      ? await readBank(csv, source.mapping, timeZone)
      : await readPortal(csv, { timeZone, learned: source.learned, dateOrder })
  return deps.db.transaction().execute(async (trx) => {
    // Concurrent imports and bookings wait: each sees what the others have booked.
    await lockReconciliation(trx)
    const rows = await identify(trx, read, source.account)
    const { firstDay, lastDay } = findPeriod(rows)
    const fresh = rows.filter(({ isKnown }) => !isKnown)
    const waiting = await listWaiting(trx, source.account, MAX_WAITING)
    const open = [...fresh, ...waiting]
    const books = await gatherBooks(trx, open)
    await giveWay()
    const outcomes = matchRows(open, books)
    await giveWay()
    const report = summarise(rows, outcomes, waiting)
    const made = { ...report, leftOut, firstDay, lastDay, mappingVersion: source.version }
    if (isDryRun) return made
    const mappingVersion = await saveMapping(trx, staff, source)
    const statementId = await insertStatement(trx, {
      account: source.account,
      mappingVersion,
      firstDay,
      lastDay,
      lineCount: rows.length,
      importedBy: staff.name,
    })
    for await (const rows of inTurns(fresh)) await insertStatementRows(trx, statementId, rows)
    await saveOutcomes(trx, outcomes)
    await recordAct(trx, staff, {
      action: 'reconciliation.statement-imported',
      subject: firstDay ? `days:${firstDay}/${lastDay}` : `statement:${statementId}`,
      after: {
        account: source.account,
        ...(mappingVersion !== null && { mappingVersion }),
        rowCount: report.rowCount,
        knownCount: report.knownCount,
        bookedCount: report.bookedCount,
        deskCount: report.deskCount,
        clearedCount: report.clearedCount,
      },
    })
    if (source.account !== MPESA) await reconcileBankDays(trx, paidBy(outcomes), staff.name)
    else if (firstDay && lastDay) await compareAgain(trx, staff, { firstDay, lastDay })
    return { ...made, mappingVersion, isImported: true }
  })
}

/** Where a file's rows belong, and how it is read. `version`: of what is saved, null if nothing has to be. */
type Source = { account: string; name: string; version: number | null; isChanged: boolean } & (
  | { mapping: BankMapping }
  | { learned: PortalMapping }
)

async function findBank(db: Db, { name, mapping }: NonNullable<ImportStatementInput['bank']>) {
  const account = `bank:${name.toLowerCase()}`
  const saved = await findMapping<BankMapping>(db, account)
  if (!mapping) {
    if (!saved) throw invalidField('bank', 'MAPPING_UNKNOWN')
    return { account, ...saved, isChanged: false }
  }
  // Rows are recognised by their balance: with another answer every one of them would be new.
  if (saved && !saved.mapping.balance !== !mapping.balance) {
    throw invalidField('bank.mapping.balance', 'MAPPING_BALANCE')
  }
  const isChanged = !saved || !isSame(saved.mapping, mapping)
  return { account, name, mapping, isChanged, version: (saved?.version ?? 0) + (isChanged ? 1 : 0) }
}

/** The columns that a file of M-Pesa calls its own way are kept beside those of earlier files. */
async function findPortal(db: Db, columns: PortalMapping | undefined): Promise<Source> {
  const saved = await findMapping<PortalMapping>(db, MPESA)
  const learned = { ...saved?.mapping, ...columns }
  const isChanged = !isSame(saved?.mapping ?? {}, learned)
  const version = isChanged ? (saved?.version ?? 0) + 1 : (saved?.version ?? null)
  return { account: MPESA, name: 'M-Pesa', learned, isChanged, version }
}

function isSame(one: object, other: object): boolean {
  const text = (mapping: object) => JSON.stringify(Object.entries(mapping).sort())
  return text(one) === text(other)
}

/** Save a changed mapping as the next version, with the import that was the first to use it. */
async function saveMapping(trx: Trx, staff: StaffActor, source: Source): Promise<number | null> {
  const { account, name, version, isChanged } = source
  if (!isChanged) return version
  const mapping = 'mapping' in source ? source.mapping : source.learned
  // Read again under the lock: another import may have saved one.
  const last = await findMapping<BankMapping | PortalMapping>(trx, account)
  if (last && isSame(last.mapping, mapping)) return last.version
  const next = (last?.version ?? 0) + 1
  await insertMapping(trx, { account, version: next, name, mapping, savedBy: staff.name })
  return next
}

async function identify(trx: Trx, read: readonly ReadRow[], account: string): Promise<Identified[]> {
  const moments = new Set(read.flatMap((row) => (isReadable(row) ? row.moment : [])))
  const weighed = await weighMoments(trx, [...moments])
  const rows = identifyRows(read, new Map(weighed.map((one) => [one.moment, one])), account)
  const stored = await listStored(trx, [...new Set(rows.map(({ baseKey }) => baseKey))])
  return markKnown(rows, stored)
}

function findPeriod(rows: readonly Identified[]) {
  const days = rows.flatMap(({ day }) => day ?? []).sort()
  const [firstDay, lastDay] = [days[0] ?? null, days.at(-1) ?? null]
  if (firstDay && lastDay && countDays(firstDay, lastDay) > STATEMENT_MAX_DAYS) {
    throw invalidField('csv', 'STATEMENT_TOO_LONG', { days: STATEMENT_MAX_DAYS })
  }
  return { firstDay, lastDay }
}

function summarise(
  rows: readonly Identified[],
  outcomes: ReadonlyMap<string, Outcome>,
  waiting: readonly OpenRow[],
) {
  const fresh = rows.filter(({ isKnown }) => !isKnown)
  const toOf = ({ rowId }: { rowId: string }) => outcomes.get(rowId)?.to
  const errors = rows.flatMap(({ line, problem }) => (problem ? { row: line, ...problem } : []))
  const moved = fresh.flatMap(({ purpose, amountCents }) =>
    purpose === 'failed' || purpose === 'pending' ? [] : (amountCents ?? []),
  )
  const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const bookedCount = fresh.filter((row) => toOf(row) === 'book').length
  return {
    isImported: false,
    rowCount: rows.length,
    knownCount: rows.length - fresh.length,
    bookedCount,
    deskCount: fresh.length - bookedCount,
    clearedCount: waiting.filter((row) => toOf(row) === 'book').length,
    outCents: -sum(moved.filter((cents) => cents < 0)) + 0,
    inCents: sum(moved.filter((cents) => cents > 0)),
    preview: rows.slice(0, PREVIEW_ROWS).map((row) => ({
      row: row.line,
      day: row.day,
      receipt: row.receipt,
      details: row.details,
      amountCents: row.amountCents,
      balanceCents: row.balanceCents,
      purpose: row.purpose,
      outcome: row.isKnown
        ? ('known' as const)
        : toOf(row) === 'book'
          ? ('booked' as const)
          : ('desk' as const),
    })),
    errors: errors.slice(0, SHOWN_ERRORS),
    errorCount: errors.length,
  }
}

async function saveOutcomes(trx: Trx, outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  for await (const some of inTurns([...outcomes].map(([rowId, outcome]) => ({ rowId, ...outcome })))) {
    const booked = some.filter((one) => one.to === 'book')
    await insertClaims(
      trx,
      booked.flatMap(({ rowId, claim }) => (claim ? { rowId, subject: claim } : [])),
    )
    await insertEntries(trx, booked, 'system')
    await upsertDeskRows(
      trx,
      some.filter((one) => one.to === 'desk'),
    )
  }
}

/** The withdrawals that the rows are the payments of. */
function paidBy(outcomes: ReadonlyMap<string, Outcome>): string[] {
  return [...outcomes.values()].flatMap((outcome) =>
    outcome.to === 'book' && outcome.kind === 'payout' ? (outcome.withdrawalId ?? []) : [],
  )
}

type Period = { firstDay: string; lastDay: string }

async function compareAgain(trx: Trx, staff: StaffActor, { firstDay, lastDay }: Period): Promise<void> {
  const today = await getBusinessDay(trx)
  const days = Array.from({ length: countDays(firstDay, lastDay) }, (_, index) =>
    new Date(Date.parse(firstDay) + index * DAY_MS).toISOString().slice(0, 10),
  )
  await reconcileAgain(
    trx,
    days.filter((day) => day <= today),
    staff.name,
  )
}

function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

/** Read everything of ours that the rows may belong to. */
async function gatherBooks(trx: Trx, rows: readonly OpenRow[]): Promise<Books> {
  const receipts = [
    ...new Set(rows.flatMap(({ receipt, linkedReceipt }) => [receipt, linkedReceipt])),
  ].filter((receipt) => receipt !== null)
  const payouts = await findPayouts(trx, receipts)
  const payments = await findPayments(trx, receipts)
  const withoutReceipt = await findWithoutReceipt(trx, rows)
  const claims = await findClaims(trx, [
    ...[...payouts, ...withoutReceipt].map(({ withdrawalId }) => `payout:${withdrawalId}`),
    ...payments.map(({ paymentId }) => `collection:${paymentId}`),
  ])
  const purposes = new Map<string, Set<RowPurpose>>()
  for (const { receipt, purpose } of [...(await findPurposes(trx, receipts)), ...rows]) {
    if (receipt !== null) purposes.set(receipt, (purposes.get(receipt) ?? new Set()).add(purpose))
  }
  return {
    payouts,
    payments,
    withoutReceipt,
    purposes,
    claims: new Map(claims.map(({ subject, rowId }) => [subject, rowId])),
  }
}

async function findWithoutReceipt(trx: Trx, rows: readonly OpenRow[]) {
  const sent = rows.filter(({ purpose }) => purpose === 'payout')
  const days = sent.flatMap(({ day }) => day ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const amounts = new Set(sent.flatMap(({ amountCents }) => (amountCents ? -amountCents / 100 : [])))
  return findPaidWithoutReceipt(trx, {
    amountsKes: [...amounts].filter(Number.isSafeInteger),
    firstDay: move(first, -DAYS_APART),
    lastDay: move(last, DAYS_APART),
  })
}

function move(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
