import {
  type ImportedStatement,
  type ImportStatementInput,
  STATEMENT_MAX_DAYS,
} from '@chuma/contract/books/reconciliation'
import { problem } from '@chuma/contract/problems'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  insertStatement,
  type WeighedLine,
  weighStatementLines,
} from '@chuma/db/queries/books/provider-statements'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { type ReadLine, type RowError, readStatement } from './read-statement.ts'
import { reconcileAgain } from './reconcile-day.ts'

/** The edge adds the texts of the rows' problems. */
type Report = Omit<ImportedStatement, 'errors'> & { errors: RowError[] }

const SHOWN_ERRORS = 100
const DAY_MS = 24 * 3600 * 1000

/**
 * For finance and owners: import the provider's statement and repeat the comparison of the days it covers. If any row is
 * wrong nothing is imported. A receipt counts once, however often it is imported; with another amount it is an error.
 * @throws AppError INVALID_INPUT if the file cannot be read or covers too many days
 */
export async function importStatement(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun }: ImportStatementInput,
): Promise<Report> {
  const { timeZone } = await deps.economy()
  const read = readStatement(csv, timeZone)
  if (read.lines.length + read.errors.length === 0) throw invalidField('csv', 'FILE_WITHOUT_ROWS')
  return deps.db.transaction().execute(async (trx) => {
    // The lock keeps concurrent imports from adding the same receipts.
    await lockReconciliation(trx)
    const statement = weigh(read, await weighStatementLines(trx, read.lines))
    const { firstDay, lastDay } = statement
    if (firstDay && lastDay && countDays(firstDay, lastDay) > STATEMENT_MAX_DAYS) {
      throw invalidField('csv', 'STATEMENT_TOO_LONG', { days: STATEMENT_MAX_DAYS })
    }
    if (isDryRun || statement.errorCount > 0 || !firstDay || !lastDay) return statement
    await insertStatement(trx, { firstDay, lastDay, importedBy: staff.name }, read.lines)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'reconciliation.statement-imported',
      subject: `days:${firstDay}/${lastDay}`,
      after: { rowCount: statement.rowCount, newCount: statement.newCount, totalKes: statement.totalKes },
      address: staff.address,
    })
    const today = await getBusinessDay(trx)
    const days = listDays(firstDay, lastDay).filter((day) => day <= today)
    await reconcileAgain(trx, days, staff.name)
    return { ...statement, isImported: true }
  })
}

type Read = { lines: ReadLine[]; errors: RowError[] }

function weigh({ lines, errors }: Read, weighed: readonly WeighedLine[]): Report {
  const found = new Map(weighed.map((line) => [line.receipt, line]))
  const first = new Map<string, ReadLine>()
  const all = [...errors]
  for (const line of lines) {
    const wrong = findProblem(line, found.get(line.receipt), first.get(line.receipt))
    if (wrong) all.push({ row: line.row, problem: wrong })
    else if (!first.has(line.receipt)) first.set(line.receipt, line)
  }
  const receipts = [...first.keys()]
  const days = receipts.map((receipt) => found.get(receipt)?.day ?? '').sort()
  const knownCount = receipts.filter((receipt) => found.get(receipt)?.knownKes !== null).length
  return {
    isImported: false,
    rowCount: lines.length + errors.length,
    newCount: receipts.length - knownCount,
    knownCount,
    totalKes: [...first.values()].reduce((sum, { amountKes }) => sum + amountKes, 0),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    errors: all.sort((a, b) => a.row - b.row).slice(0, SHOWN_ERRORS),
    errorCount: all.length,
  }
}

function findProblem(line: ReadLine, weighed: WeighedLine | undefined, first: ReadLine | undefined) {
  if (weighed?.isFuture) return problem('MOMENT_IN_FUTURE')
  if (first && first.amountKes !== line.amountKes) {
    return problem('RECEIPT_REPEATED', { receipt: line.receipt, row: first.row })
  }
  if (weighed && weighed.knownKes !== null && weighed.knownKes !== line.amountKes) {
    return problem('RECEIPT_IMPORTED', { receipt: line.receipt })
  }
  return undefined
}

function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

function listDays(from: string, to: string): string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  )
}
