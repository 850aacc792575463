type SpinTable = readonly { points: number; weight: number }[]

/** A premium member spins once a day. */
const DAYS_A_MONTH = 30

/** How likely each segment of the wheel is, in per cent, in their order. */
export function spinChances(table: SpinTable): number[] {
  const total = sumOf(table.map(({ weight }) => weight))
  return table.map(({ weight }) => (total === 0 ? 0 : (weight / total) * 100))
}

/** What a spin pays on average, in points: each segment's points as often as its weight says. */
export function expectedSpinPoints(table: SpinTable): number {
  const total = sumOf(table.map(({ weight }) => weight))
  return total === 0 ? 0 : sumOf(table.map(({ points, weight }) => points * weight)) / total
}

/** The same in shillings: of one spin, and of a member who spins every day of a month of 30 days. */
export function spinCost(
  table: SpinTable,
  kesPerPoint: number,
): { perSpinKes: number; perMemberMonthKes: number } {
  const perSpinKes = expectedSpinPoints(table) * kesPerPoint
  return { perSpinKes, perMemberMonthKes: perSpinKes * DAYS_A_MONTH }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
