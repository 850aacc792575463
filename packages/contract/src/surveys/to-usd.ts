/** The precision of a rate: more decimals are ignored. */
const SCALE = 1_000_000

/** Convert whole shillings to dollars, rounded down to cents: a PayPal payment never exceeds the shillings' value. */
export function toUsd(amountKes: number, kesPerUsd: number): number {
  const rate = BigInt(Math.max(1, Math.round(kesPerUsd * SCALE)))
  return Number((BigInt(amountKes) * 100n * BigInt(SCALE)) / rate) / 100
}
