import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { toCsv } from '@chuma/contract/to-csv'
import { listPaidByHand } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'

/** `importPayments` reads the first column, the amount and the last column. */
const HEADER = [
  'Withdrawal ID',
  'Requested',
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

/** Export everything that waits for payment by hand, oldest first, with an empty column for the reference. */
export async function exportManualPayouts({ db }: Deps): Promise<string> {
  const rows = await listPaidByHand(db, MOST_PAYMENT_ROWS)
  return toCsv(
    HEADER,
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
  )
}
