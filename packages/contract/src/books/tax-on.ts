import type { Economy } from '../admin/economy/economy.ts'

type Tax = { taxPercent: number; taxKes: number }

/**
 * What is withheld for the revenue authority from a withdrawal of `amountKes` that is requested on `day`, a business day as
 * YYYY-MM-DD: by the rate in force on it. A later change of the rate does not reach back.
 */
export function taxOn(economy: Pick<Economy, 'withholdingTax'>, amountKes: number, day: string): Tax {
  const taxPercent = economy.withholdingTax.findLast(({ from }) => from <= day)?.percent ?? 0
  return { taxPercent, taxKes: taxOf(amountKes, taxPercent) }
}

/** A share of whole shillings, rounded half up to whole shillings. */
export function taxOf(amountKes: number, taxPercent: number): number {
  // A percentage has two decimals at most: in hundredths the sum is exact.
  const hundredths = Math.round(taxPercent * 100)
  return Math.floor((amountKes * hundredths + 5000) / 10_000)
}
