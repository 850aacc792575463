import type { Economy } from '../admin/economy/economy.ts'

type Tax = { taxPercent: number; taxKes: number }

/**
 * Calculate the tax to withhold from a withdrawal of `amountKes` requested on `day` (a business day, YYYY-MM-DD), at the
 * rate in force on that day. Later changes of the rate do not apply to it.
 */
export function taxOn(economy: Pick<Economy, 'withholdingTax'>, amountKes: number, day: string): Tax {
  const taxPercent = economy.withholdingTax.findLast(({ from }) => from <= day)?.percent ?? 0
  return { taxPercent, taxKes: taxOf(amountKes, taxPercent) }
}

/** Calculate the tax in whole shillings, rounded half up. */
export function taxOf(amountKes: number, taxPercent: number): number {
  // A percentage has at most two decimals, so hundredths are exact.
  const hundredths = Math.round(taxPercent * 100)
  return Math.floor((amountKes * hundredths + 5000) / 10_000)
}
