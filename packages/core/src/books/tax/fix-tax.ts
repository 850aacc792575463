import type { Trx } from '@chuma/db/client'
import { insertTaxParts, isTaxOfToday, updateTax } from '@chuma/db/queries/books/tax-parts'
import { insertJob } from '@chuma/db/queries/jobs'
import type { LockedPayout } from '../../payouts/attempts/lock-payout.ts'
import { calculateTax } from './calculate-tax.ts'

/**
 * Fix the tax of a withdrawal that is about to leave at today's rates: tax is due on payment. The caller has locked the payout, and sends the
 * amount that this leaves. A member who gets less than announced is told.
 * @returns what is sent if it has changed
 */
export async function fixTax(
  trx: Trx,
  { ref: { memberId, withdrawalId }, withdrawal }: Pick<LockedPayout, 'ref' | 'withdrawal'>,
): Promise<{ payoutKes: number } | null> {
  const ref = { memberId, withdrawalId }
  const { points, kesPerPoint, amountKes, taxKes: announced } = withdrawal
  const { taxPercent, taxKes, parts } = await calculateTax(trx, { ...ref, points, kesPerPoint })
  // A payment of nothing cannot be made: tiny amounts keep what was announced.
  if (taxKes === announced || taxKes >= amountKes) return null
  // One record a day: a rate that changes later today is tomorrow's.
  if (await isTaxOfToday(trx, ref)) return null
  await insertTaxParts(trx, ref, parts)
  await updateTax(trx, ref, { taxPercent, taxKes })
  if (taxKes > announced) await insertJob(trx, 'send-tax-changed', { ...ref, announcedKes: announced })
  return { payoutKes: amountKes - taxKes }
}
