import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { toCsv } from '@chuma/contract/to-csv'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { listByHandIds, listPaidByHand } from '@chuma/db/queries/payouts/payouts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { openWithdrawal } from '../details/seal-account.ts'
import { reviewHoldsOf } from '../holds/review-holds.ts'
import { refuseWhenRestored } from '../queue/require-queue.ts'

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
  const ids = await listByHandIds(deps.db, MOST_PAYMENT_ROWS)
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
    const listed = (await listPaidByHand(trx, MOST_PAYMENT_ROWS)).filter(({ id }) => evaluated.has(id))
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'payouts.exported',
      subject: 'payouts',
      after: { rows: listed.length, leftOut: ids.length - listed.length },
      address: staff.address,
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
