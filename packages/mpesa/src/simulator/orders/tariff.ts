/** What the business pays for one payment to a member, by amount. */
const rows = [
  { upToKes: 100, chargeKes: 0 },
  { upToKes: 1_500, chargeKes: 5 },
  { upToKes: 5_000, chargeKes: 9 },
  { upToKes: 20_000, chargeKes: 11 },
  { upToKes: 250_000, chargeKes: 13 },
]

export function chargeKesFor(amountKes: number): number {
  return rows.find(({ upToKes }) => amountKes <= upToKes)?.chargeKes ?? 0
}
