import type { Trx } from '@chuma/db/client'
import { getTaxOfWithdrawal, insertTaxParts, updateTax } from '@chuma/db/queries/books/tax-parts'
import { insertJob } from '@chuma/db/queries/jobs'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { calculateTax } from './calculate-tax.ts'

/**
 * Fix the tax of a withdrawal that is about to leave at today's rates: tax is due on payment. The caller has locked the payout, and sends the
 * amount that this leaves. A member who gets less than announced is told.
 * @returns what is sent if it has changed
 */
export async function fixTax(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
): Promise<{ payoutKes: number } | null> {
  const ref = { memberId, withdrawalId }
  const { points, kesPerPoint, amountKes, taxKes: announced, isOfToday } = await getTaxOfWithdrawal(trx, ref)
  if (isOfToday) return null
  const { taxPercent, taxKes, parts } = await calculateTax(trx, { ...ref, points, kesPerPoint })
  // A payment of nothing cannot be made: tiny amounts keep what was announced.
  if (taxKes === announced || taxKes >= amountKes) return null
  await insertTaxParts(trx, ref, parts)
  await updateTax(trx, ref, { taxPercent, taxKes })
  if (taxKes > announced) await insertJob(trx, 'send-tax-changed', { ...ref, announcedKes: announced })
  return { payoutKes: amountKes - taxKes }
}
