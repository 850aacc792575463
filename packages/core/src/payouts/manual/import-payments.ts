import type {
  ImportedPayments,
  ImportPaymentsInput,
  PaymentOutcome,
} from '@chuma/contract/payouts/manual-payments'
import { isDatabaseUnreachable } from '@chuma/db/client'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { payByHand } from './pay-by-hand.ts'
import { type PaymentRow, readPaymentsCsv } from './read-payments-csv.ts'

type Result = ImportedPayments['results'][number]
type Run = { deps: Deps; staff: StaffActor; isDryRun: boolean; booked: Map<string, string> }

/**
 * For staff who may manage payouts: mark payments by hand as paid, with their references. One transaction per row: a
 * wrong row changes nothing and affects no other. Importing the same file again pays nothing. A dry run is rolled back.
 * @throws AppError INVALID_INPUT if it is not such a table
 */
export async function importPayments(
  deps: Deps,
  staff: StaffActor,
  { csv, isDryRun }: ImportPaymentsInput,
): Promise<ImportedPayments> {
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
