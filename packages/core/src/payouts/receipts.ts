import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { claimReceipt } from '@chuma/db/queries/payouts/payout-attempts'
import type { LockedPayout, PayoutResult } from './attempts/payouts.ts'

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

/** What the words of each method's receipts look like, in capitals. */
const SHAPES: Record<WithdrawalMethod, RegExp> = {
  // Ten characters, the first a letter.
  mpesa: /^[A-Z][A-Z0-9]{9}$/,
  // A reference of the operator's bank. One without a digit is a word that somebody typed.
  bank: /^(?=.*\d)[A-Z0-9/-]{6,35}$/,
  // A transaction (17) or an item of a batch of payouts (13).
  paypal: /^(?:[A-Z0-9]{13}|[A-Z0-9]{17})$/,
  // Airtel's own id of the transaction, such as CI261127.1549.C00029, or only digits.
  airtel: /^(?=.*\d)[A-Z0-9.]{8,40}$/,
  // The id of a request at Africa's Talking.
  airtime: /^ATQID_[A-Z0-9]{8,64}$/,
}

/** What to say about something else. */
export const NO_RECEIPT = {
  mpesa: 'NOT_AN_MPESA_RECEIPT',
  bank: 'NOT_A_BANK_REFERENCE',
  paypal: 'NOT_A_PAYPAL_ID',
  airtel: 'NOT_AN_AIRTEL_RECEIPT',
  airtime: 'NOT_AN_AIRTIME_RECEIPT',
} as const satisfies Record<WithdrawalMethod, string>

/**
 * Read a receipt as it is stored and compared: in capitals, without spaces around it. Null if it cannot be one of this method, such as
 * "ok", or the note that the specification prints (`Payment processed`).
 */
export function readReceipt(method: WithdrawalMethod, text: string): string | null {
  const receipt = text.trim().toUpperCase()
  return SHAPES[method].test(receipt) ? receipt : null
}
