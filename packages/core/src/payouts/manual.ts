import {
  type ImportedPayments,
  type ImportPaymentsInput,
  MAX_PAYMENT_ROWS,
  type PaymentOutcome,
} from '@chuma/contract/payouts/destinations'
import { toCsv } from '@chuma/contract/to-csv'
import { isDatabaseUnreachable, type Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { isSamePerson } from '@chuma/db/queries/auth/people'
import { isInOpenBatch } from '@chuma/db/queries/payouts/bank-batches'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import { findWithdrawalRef, listByHandIds, listPaidByHand } from '@chuma/db/queries/payouts/payouts'
import * as z from 'zod'
import { invalidField } from '../app-error.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { readCsv } from '../read-csv.ts'
import { signDecision } from './approvals/approval-rules.ts'
import { type LockedPayout, lockPayout } from './attempts/payouts.ts'
import { checkReceiver, openWithdrawal, proveByPayment } from './details.ts'
import { evaluateHolds, type HoldTerms, isUnreadable } from './holds/hold-rules.ts'
import { reviewHoldsOf } from './holds/review-holds.ts'
import { moveWithdrawal } from './move-payout.ts'
import { refuseWhenRestored } from './queue/queue.ts'
import { readReceipt } from './receipts.ts'

/** `importPayments` reads the first column, the amount and the last column. */
const HEADER = (timeZone: string) => [
  'Withdrawal ID',
  `Requested (${timeZone})`,
  'Member',
  'Method',
  'Amount KES',
  'Amount USD',
  'M-Pesa number',
  'Bank',
  'Account number',
  'Account name',
  'PayPal',
  'Reference',
]

/**
 * Export everything that waits for payment by hand and is not on hold, oldest first, with an empty column for the reference.
 * Evaluates the holds first, because the file is what is paid. The audit log says who downloaded how many, and how many
 * were left out.
 * @throws AppError PAYOUTS_STOPPED after a restore
 */
export async function exportManualPayouts(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets' | 'reportFailure'>,
  staff: StaffActor,
): Promise<string> {
  const ids = await listByHandIds(deps.db, MAX_PAYMENT_ROWS)
  const evaluated = new Set<string>()
  await eachAlone(deps, ids, {
    name: (id) => `evaluation of withdrawal ${id}`,
    work: async (id) => {
      await reviewHoldsOf(deps, id)
      evaluated.add(id)
    },
  })
  const rows = await deps.db.transaction().execute(async (trx) => {
    await refuseWhenRestored(trx)
    const listed = (await listPaidByHand(trx, MAX_PAYMENT_ROWS)).filter(({ id }) => evaluated.has(id))
    await recordAct(trx, staff, {
      action: 'payouts.exported',
      subject: 'payouts',
      after: { rows: listed.length, leftOut: ids.length - listed.length },
    })
    return listed.map((row) => openWithdrawal(deps, row))
  })
  const { timeZone } = await deps.economy()
  return toCsv(
    HEADER(timeZone),
    rows.map((row) => [
      row.id,
      row.requestedAt,
      row.memberName,
      row.method,
      row.payoutKes,
      row.amountUsd,
      row.mpesaNumber,
      row.bankName,
      row.accountNumber,
      row.accountName,
      row.paypalEmail,
      '',
    ]),
    timeZone,
  )
}

type Result = ImportedPayments['results'][number]
type Run = { deps: Deps; staff: StaffActor; isDryRun: boolean; booked: Map<string, string> }

/**
 * For staff who may manage payouts: mark payments by hand as paid, with their references. One transaction per row: a
 * wrong row changes nothing and affects no other. Importing the same file again pays nothing. A dry run is rolled back.
 * @throws AppError INVALID_INPUT if it is not such a table
 */
export async function importPayments(deps: Deps, staff: StaffActor, { csv, isDryRun }: ImportPaymentsInput) {
  const run: Run = { deps, staff, isDryRun, booked: new Map() }
  const results: Result[] = []
  for (const row of await readPaymentsCsv(csv)) results.push(await importRow(run, row))
  const paid = results.filter(({ outcome }) => outcome === 'paid')
  return {
    isDryRun,
    paidCount: paid.length,
    paidKes: paid.reduce((sum, { payoutKes }) => sum + (payoutKes ?? 0), 0),
    results,
  }
}

async function importRow(run: Run, row: PaymentRow): Promise<Result> {
  const { line, id, reference } = row
  const said = { line, id: id.slice(0, 100), reference: reference.slice(0, 100) }
  const wrong = checkReference(reference) ?? (run.isDryRun ? checkEarlierRows(run, row) : undefined)
  if (wrong) return { ...said, outcome: wrong, payoutKes: null }
  try {
    const paid = await payByHand(run.deps, run.staff, { ...row, isDryRun: run.isDryRun })
    if (paid.outcome === 'paid') run.booked.set(id, reference.toUpperCase())
    return { ...said, ...paid }
  } catch (error) {
    // Without the database all later rows would fail too.
    if (isDatabaseUnreachable(error)) throw error
    run.deps.reportFailure(error, `line ${line} of a file of payments was not booked`)
    return { ...said, outcome: 'failed', payoutKes: null }
  }
}

/** As printed by a bank or M-Pesa; it appears in mails and lists. */
function checkReference(reference: string): PaymentOutcome | undefined {
  if (reference === '') return 'no-reference'
  return /^[\p{L}\p{N}][\p{L}\p{N} ./_#:-]{2,63}$/u.test(reference) ? undefined : 'bad-reference'
}

/** A dry run rolls each row back, so that later rows would not see it. */
function checkEarlierRows({ booked }: Run, { id, reference }: PaymentRow): PaymentOutcome | undefined {
  const key = reference.toUpperCase()
  const earlier = booked.get(id)
  if (earlier !== undefined) return earlier === key ? 'already-paid' : 'not-waiting'
  return [...booked.values()].includes(key) ? 'reference-used' : undefined
}

type Payment = {
  id: string
  reference: string
  amount: string | undefined
  receiver: string | undefined
  isDryRun: boolean
}
type Booked = { outcome: PaymentOutcome; payoutKes: number | null }

/** Thrown to roll back a dry run, or a refused payment. */
const undo = new Error('taken back')

/** Book one payment made by hand, or return why not. Throws only for unexpected failures. */
async function payByHand(deps: Deps, staff: StaffActor, payment: Payment): Promise<Booked> {
  const ref = z.uuid().safeParse(payment.id).success && (await findWithdrawalRef(deps.db, payment.id))
  if (!ref) return { outcome: 'unknown-id', payoutKes: null }
  if (await isSamePerson(deps.db, staff.name, `member:${ref.memberId}`))
    return { outcome: 'own', payoutKes: null }
  const terms = await deps.economy()
  let booked: Booked = { outcome: 'failed', payoutKes: null }
  await deps.db
    .transaction()
    .execute(async (trx) => {
      const payout = await lockPayout(trx, ref)
      const outcome = await book(deps, trx, { payout, staff, payment, terms })
      booked = { outcome, payoutKes: payout.withdrawal.payoutKes }
      // A refused payment must not claim its reference.
      if (payment.isDryRun || outcome !== 'paid') throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return booked
}

type Booking = {
  payout: LockedPayout
  staff: StaffActor
  payment: Payment
  terms: HoldTerms
}

async function book(deps: Deps, trx: Trx, { payout, staff, payment, terms }: Booking) {
  const { ref, withdrawal } = payout
  const reference = readReceipt(withdrawal.method, payment.reference)
  if (reference === null) return 'bad-reference'
  if (withdrawal.status === 'paid' && withdrawal.receipt?.toUpperCase() === reference) {
    return 'already-paid'
  }
  if (withdrawal.status !== 'approved' || withdrawal.payoutState !== 'manual') return 'not-waiting'
  if (await isInOpenBatch(trx, ref)) return 'in-batch'
  if (withdrawal.isPaused) return 'payouts-paused'
  const { open } = await evaluateHolds(trx, { deps, payout, terms })
  // What a restored backup has as unpaid, or goes to an unreadable account, is not paid now: somebody says that it was.
  if (!open.every(isUnreadable) && !open.some(({ reason }) => reason === 'restored')) return 'held'
  if (payment.amount !== undefined && !isAmount(payment.amount, withdrawal.payoutKes))
    return 'amount-mismatch'
  if (!(await claimReceipt(trx, ref, { receipt: reference, by: 'staff' }))) return 'reference-used'
  await moveWithdrawal(trx, payout, {
    to: 'paid',
    by: 'staff',
    receipt: reference,
    adminComment: reference,
    processedBy: signDecision(staff),
    ...(await checkReceiver(trx, ref.memberId, payment.receiver)),
    actor: staff.name,
  })
  await proveByPayment(trx, deps, payout)
  await recordAct(trx, staff, {
    action: 'withdrawal.paid',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: withdrawal.status, payoutState: withdrawal.payoutState },
    after: { status: 'paid', payoutState: 'paid', receipt: reference },
    reason: 'From a file of payments',
  })
  return 'paid'
}

/** `2,000.00` and `KES 2000` are what spreadsheets make of 2000. */
function isAmount(text: string, payoutKes: number): boolean {
  const plain = text.replace(/^KES\s*/i, '').replaceAll(/[\s,]/g, '')
  return /^\d+(\.0+)?$/.test(plain) && Number(plain) === payoutKes
}

type PaymentRow = {
  line: number
  id: string
  reference: string
  /** As written; undefined if the file has no such column. */
  amount: string | undefined
  /** The name of the paid account, from the bank; undefined if the file has no such column. */
  receiver: string | undefined
}

const ID = ['withdrawal id', 'id']
const REFERENCE = ['reference', 'receipt']
const AMOUNT = ['amount kes', 'amount']
/** Not `account name` and `member`, which the export has filled in. */
const RECEIVER = ['receiver', 'receiver name', 'received by', 'beneficiary', 'beneficiary name']

/**
 * Read a file of payments. What its cells say is judged elsewhere.
 * @throws AppError INVALID_INPUT for a file that cannot be read, lacks a column, or has more rows than one request pays
 */
async function readPaymentsCsv(csv: string): Promise<PaymentRow[]> {
  const { head, rows } = await readCsv(csv, { mostRows: MAX_PAYMENT_ROWS })
  const find = (wanted: readonly string[]) => head.findIndex((name) => wanted.includes(name.toLowerCase()))
  const [id, reference, amount, receiver] = [find(ID), find(REFERENCE), find(AMOUNT), find(RECEIVER)]
  if (id < 0 || reference < 0) {
    throw invalidField('csv', 'COLUMNS_MISSING', { columns: ['Withdrawal ID', 'Reference'] })
  }
  return rows.map(({ line, cells }) => ({
    line,
    id: (cells[id] ?? '').toLowerCase(),
    reference: cells[reference] ?? '',
    amount: amount < 0 ? undefined : (cells[amount] ?? ''),
    receiver: receiver < 0 ? undefined : cells[receiver],
  }))
}
