import type {
  ImportBankResultInput,
  ImportedBankResult,
  ResultMapping,
  ResultOutcome,
} from '@chuma/contract/payouts/bank-batches'
import { MAX_PAYMENT_ROWS } from '@chuma/contract/payouts/destinations'
import { isDatabaseUnreachable, type Trx } from '@chuma/db/client'
import { recordAct, wasContradicted } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import {
  findBatch,
  listBatchRows,
  lockBatchRow,
  settleBatchRow,
} from '@chuma/db/queries/payouts/bank-batches'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import { AppError, invalidField } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { readCsv } from '../../read-csv.ts'
import { isSecretLost } from '../../secrets/secrets.ts'
import { signDecision } from '../approvals/approval-rules.ts'
import { type LockedPayout, lockPayout } from '../attempts/payouts.ts'
import { openAccount, proveByPayment } from '../details.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { pauseBecause } from '../pauses.ts'
import { readReceipt } from '../receipts.ts'

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
function openOrdered({ secrets }: Pick<Deps, 'secrets'>, { withdrawalId, accountNumber }: Ordered) {
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

type ResultRow = {
  line: number
  reference: string
  /** Null: a word that the mapping does not know. */
  says: 'paid' | 'failed' | null
  word: string
  receipt: string
  reason: string
  /** Undefined if the file has no such column. */
  amount: string | undefined
  account: string | undefined
}

const same = (text: string) => text.trim().toLowerCase()

/**
 * Read a bank's result of a batch. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read, or lacks a column of the mapping
 */
async function readBankResult(csv: string, mapping: ResultMapping): Promise<ResultRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MAX_PAYMENT_ROWS, hasExtraCells: true })
  const names = head.map(same)
  const find = (column: string | undefined) => (column === undefined ? -1 : names.indexOf(same(column)))
  const wanted = ['reference', 'status', 'receipt', 'reason', 'amount', 'account'] as const
  const missing = wanted.flatMap((name) => {
    const column = mapping[name]
    return column !== undefined && find(column) < 0 ? [column] : []
  })
  if (missing.length > 0) throw invalidField('csv', 'COLUMNS_MISSING', { columns: missing })
  const words = (list: string) => list.split(',').map(same)
  const [paid, failed] = [words(mapping.paidWords), words(mapping.failedWords)]
  return rows.map(({ line, cells }) => {
    const cell = (column: string | undefined) => cells[find(column)] ?? ''
    const word = cell(mapping.status)
    const says = paid.includes(same(word)) ? 'paid' : failed.includes(same(word)) ? 'failed' : null
    return {
      line,
      reference: cell(mapping.reference).toUpperCase(),
      says,
      word,
      receipt: cell(mapping.receipt),
      reason: cell(mapping.reason).slice(0, 200),
      amount: mapping.amount === undefined ? undefined : cell(mapping.amount),
      account: mapping.account === undefined ? undefined : cell(mapping.account),
    }
  })
}

type OrderedPayment = {
  reference: string
  memberId: string
  withdrawalId: string
  amountKes: number
  /** Null if nobody can read it any more. */
  accountNumber: string | null
}
type Settling = {
  deps: Pick<Deps, 'secrets' | 'reportFailure'>
  staff: StaffActor
  row: ResultRow
  ordered: OrderedPayment
}

/**
 * Book what the bank says of one payment. A pause or a hold does not matter any more: the money has moved, or has not. Twice is once,
 * and another word than before changes nothing.
 */
async function settleRow(trx: Trx, { deps, staff, row, ordered }: Settling): Promise<ResultOutcome> {
  const { reference, memberId, withdrawalId } = ordered
  if (row.says === null) return 'unknown-word'
  if (row.amount !== undefined && !isSameAmount(row.amount, ordered.amountKes)) return 'amount-differs'
  if (
    row.account !== undefined &&
    ordered.accountNumber !== null &&
    !isSameAccount(row.account, ordered.accountNumber)
  )
    return 'account-differs'
  const payout = await lockPayout(trx, { memberId, withdrawalId })
  const { outcome, bankReference } = await lockBatchRow(trx, reference)
  const receipt = readReceipt('bank', row.receipt)
  if (outcome === 'cancelled') {
    if (row.says === 'paid') await recordUnasked(trx, { payout, staff, receipt })
    return 'cancelled'
  }
  if (outcome !== null) {
    const isSame = outcome === row.says && (outcome === 'failed' || bankReference === receipt)
    return isSame ? 'known' : 'contradiction'
  }
  if (row.says === 'failed') {
    const reason = row.reason || row.word
    await settleBatchRow(trx, { reference, outcome: 'failed', reason, settledBy: staff.name })
    await record(trx, { staff, ordered, after: { outcome: 'failed', reason } })
    return 'failed'
  }
  if (receipt === null) return 'no-receipt'
  if (!(await claimReceipt(trx, payout.ref, { receipt, by: 'staff' }))) return 'receipt-used'
  // Before the withdrawal: one in an open batch is moved by nobody else.
  await settleBatchRow(trx, { reference, outcome: 'paid', bankReference: receipt, settledBy: staff.name })
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    receipt,
    adminComment: receipt,
    processedBy: signDecision(staff),
    actor: staff.name,
  })
  await proveByPayment(trx, deps, payout)
  await record(trx, { staff, ordered, after: { outcome: 'paid', receipt } })
  return 'paid'
}

type Unasked = { payout: LockedPayout; staff: StaffActor; receipt: string | null }

/**
 * The bank paid what a cancelled batch had ordered, and the next batch would pay it again: pause the member's payouts until a person
 * has booked it, and let no other payment name the receipt. Once, however often the result is imported.
 */
async function recordUnasked(trx: Trx, { payout, staff, receipt }: Unasked): Promise<void> {
  const { ref, withdrawal } = payout
  const subject = `withdrawal:${ref.withdrawalId}`
  if (await wasContradicted(trx, subject, receipt)) return
  if (receipt !== null) await claimReceipt(trx, ref, { receipt, by: 'staff' })
  await recordAct(trx, staff, {
    action: 'payout.contradiction',
    subject,
    before: { status: withdrawal.status, outcome: 'cancelled' },
    after: { receipt, amountKes: withdrawal.payoutKes },
    reason: 'The bank says it paid a batch that was cancelled',
  })
  await pauseBecause(trx, ref, 'paid')
}

type Entry = { staff: StaffActor; ordered: OrderedPayment; after: Record<string, string> }

function record(trx: Trx, { staff, ordered: { withdrawalId, reference }, after }: Entry) {
  return recordAct(trx, staff, {
    action: after.outcome === 'paid' ? 'withdrawal.paid' : 'withdrawal.bank-failed',
    subject: `withdrawal:${withdrawalId}`,
    after: { ...after, reference },
    reason: 'From the result of a bank’s batch',
  })
}

/** `2,000.00` and `KES 2000` are 2000. */
function isSameAmount(text: string, amountKes: number): boolean {
  const plain = text.replace(/^KES\s*/i, '').replaceAll(/[\s,]/g, '')
  return /^\d+(\.0+)?$/.test(plain) && Number(plain) === amountKes
}

/** A spreadsheet drops leading zeros; banks mask all but the last digits, at least three. */
function isSameAccount(text: string, account: string): boolean {
  const given = text.replaceAll(/[\s'-]/g, '')
  const masked = /^[x*•]+(\d{3,})$/i.exec(given)
  if (masked?.[1]) return account.endsWith(masked[1])
  return given.replace(/^0+/, '') === account.replace(/^0+/, '')
}
