import type { CorrectPayoutInput } from '@chuma/contract/payouts/corrections'
import type { Trx } from '@chuma/db/client'
import { isDuplicateBooked } from '@chuma/db/queries/payouts/corrections'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-receipts'
import { invalidField } from '../../app-error.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { NO_RECEIPT, readReceipt } from '../receipts/read-receipt.ts'

/**
 * Claim the receipt of a payment that arrived late or twice: the provider may have reported it for this withdrawal, but it proves no
 * other, and none that is booked. A return keeps the receipt that it names as evidence.
 * @throws AppError INVALID_INPUT naming the field
 */
export async function claimSecond(
  trx: Trx,
  { ref, withdrawal }: LockedPayout,
  { kind, receipt: given }: { kind: CorrectPayoutInput['kind']; receipt: string | undefined },
): Promise<string | null> {
  if (given === undefined) return null
  const receipt = readReceipt(withdrawal.method, given)
  if (!receipt) throw invalidField('receipt', NO_RECEIPT[withdrawal.method])
  const isBooked =
    withdrawal.receipt?.toUpperCase() === receipt ||
    (await isDuplicateBooked(trx, { memberId: ref.memberId, receipt }))
  if (isBooked && kind !== 'returned') throw invalidField('receipt', 'RECEIPT_TAKEN')
  if (!(await claimReceipt(trx, ref, { receipt, by: 'staff' })))
    throw invalidField('receipt', 'RECEIPT_TAKEN')
  return receipt
}
