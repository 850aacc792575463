import type {
  ImportBankResultInput,
  ImportedBankResult,
  ResultOutcome,
} from '@chuma/contract/payouts/bank-batches'
import { isDatabaseUnreachable } from '@chuma/db/client'
import { isSamePerson } from '@chuma/db/queries/admin/people'
import { findBatch, listBatchRows } from '@chuma/db/queries/payouts/bank-batches'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { isSecretLost } from '../../secrets/create-secrets.ts'
import { openAccount } from '../details/seal-account.ts'
import { type ResultRow, readBankResult } from './read-result.ts'
import { settleRow } from './settle-row.ts'

type Result = ImportedBankResult['results'][number]
type Ordered = Awaited<ReturnType<typeof listBatchRows>>[number]
type Run = {
  deps: Deps
  staff: StaffActor
  isDryRun: boolean
  rows: Map<string, Ordered>
  receipts: Set<string>
}

/** Outcomes that change something. */
const KEPT: ReadonlySet<ResultOutcome> = new Set(['paid', 'failed', 'cancelled'])

/** Thrown to roll back a dry run, or a refused row. */
const undo = new Error('taken back')

/**
 * For staff who may manage payouts: import what a bank says of a batch. One transaction a row: a wrong row changes nothing and
 * affects no other. The same file again books nothing. A dry run is rolled back.
 * @throws AppError NOT_FOUND, INVALID_INPUT if it is not such a table
 */
export async function importBankResult(
  deps: Deps,
  staff: StaffActor,
  { id, csv, mapping, isDryRun }: ImportBankResultInput,
): Promise<ImportedBankResult> {
  if (!(await findBatch(deps.db, id))) throw new AppError('NOT_FOUND')
  const ordered = await listBatchRows(deps.db, id)
  const rows = new Map(ordered.map((row) => [row.reference, row]))
  const run: Run = { deps, staff, isDryRun, rows, receipts: new Set() }
  const results: Result[] = []
  const read = await readBankResult(csv, mapping)
  for (const row of read) results.push(await importRow(run, row))
  const named = new Set(read.map(({ reference }) => reference))
  const paid = results.filter(({ outcome }) => outcome === 'paid')
  return {
    isDryRun,
    paidCount: paid.length,
    paidKes: paid.reduce((sum, { amountKes }) => sum + (amountKes ?? 0), 0),
    failedCount: results.filter(({ outcome }) => outcome === 'failed').length,
    missingCount: ordered.filter(({ outcome, reference }) => outcome === null && !named.has(reference))
      .length,
    results,
  }
}

async function importRow(run: Run, row: ResultRow): Promise<Result> {
  const { deps, staff, isDryRun } = run
  const ordered = run.rows.get(row.reference)
  const said = {
    line: row.line,
    reference: row.reference.slice(0, 100),
    reason: row.reason || row.word.slice(0, 100),
  }
  if (!ordered) return { ...said, outcome: 'unknown-row', amountKes: null }
  const { amountKes, memberId } = ordered
  if (await isSamePerson(deps.db, staff.name, `member:${memberId}`))
    return { ...said, outcome: 'own', amountKes }
  let outcome: ResultOutcome = 'error'
  try {
    const accountNumber = openOrdered(deps, ordered)
    await deps.db.transaction().execute(async (trx) => {
      outcome = await settleRow(trx, { deps, staff, row, ordered: { ...ordered, accountNumber } })
      // A refused row must not claim its receipt.
      if (isDryRun || !KEPT.has(outcome)) throw undo
    })
  } catch (error) {
    if (error !== undo) {
      // Without the database all later rows would fail too.
      if (isDatabaseUnreachable(error)) throw error
      deps.reportFailure(error, `line ${row.line} of a bank's result was not booked`)
      outcome = 'error'
    }
  }
  return { ...said, outcome: isDryRun ? againstEarlier(run, row, outcome) : outcome, amountKes }
}

/** Null if its key is lost: the row is still known by its reference, which only the bank got, and its amount. */
function openOrdered(
  { secrets }: Pick<Deps, 'secrets'>,
  { withdrawalId, accountNumber }: Ordered,
): string | null {
  try {
    return accountNumber ? openAccount(secrets, { table: 'withdrawal', id: withdrawalId }, accountNumber) : ''
  } catch (error) {
    if (isSecretLost(error)) return null
    throw error
  }
}

/** A dry run rolls each row back, so that a later one would not see its receipt. */
function againstEarlier({ receipts }: Run, row: ResultRow, outcome: ResultOutcome): ResultOutcome {
  if (outcome !== 'paid') return outcome
  const receipt = row.receipt.trim().toUpperCase()
  if (receipts.has(receipt)) return 'receipt-used'
  receipts.add(receipt)
  return outcome
}
