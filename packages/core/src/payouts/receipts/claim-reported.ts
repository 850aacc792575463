import type { Trx } from '@chuma/db/client'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-receipts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import type { PayoutResult } from '../attempts/payouts.ts'
import { readReceipt } from './read-receipt.ts'

/**
 * Claim the receipt of a payment that the provider reports, believed or not: it can prove no other. False when it belongs to another
 * withdrawal, or is none.
 */
export async function claimReported(
  trx: Trx,
  { ref, withdrawal }: Pick<LockedPayout, 'ref' | 'withdrawal'>,
  { receipt: said = '' }: Pick<PayoutResult, 'receipt'>,
): Promise<boolean> {
  const receipt = readReceipt(withdrawal.method, said)
  return receipt !== null && (await claimReceipt(trx, ref, { receipt, by: 'provider' }))
}
