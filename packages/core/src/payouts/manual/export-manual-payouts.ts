import { MOST_PAYMENT_ROWS } from '@chuma/contract/payouts/manual-payments'
import { toCsv } from '@chuma/contract/to-csv'
import { listPaidByHand } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'

/** `importPayments` reads the first, the one with the amount and the last. */
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

/** Everything that waits to be paid by a person, oldest first, with an empty column for what proves that it was. */
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
