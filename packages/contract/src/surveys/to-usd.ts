/** Of a rate, beyond which its decimals do not count. */
const SCALE = 1_000_000

/** Whole shillings in dollars, rounded down to cents: what PayPal sends never costs more than the shillings are worth. */
export function toUsd(amountKes: number, kesPerUsd: number): number {
  const rate = BigInt(Math.max(1, Math.round(kesPerUsd * SCALE)))
  return Number((BigInt(amountKes) * 100n * BigInt(SCALE)) / rate) / 100
}
