type SpinTable = readonly { points: number; weight: number }[]

/** A premium member spins once a day. */
const DAYS_A_MONTH = 30

/** List the chance of each segment in per cent, in order. */
export function spinChances(table: SpinTable): number[] {
  const total = sumOf(table.map(({ weight }) => weight))
  return table.map(({ weight }) => (total === 0 ? 0 : (weight / total) * 100))
}

/** Calculate the average points of a spin, weighted by chance. */
export function expectedSpinPoints(table: SpinTable): number {
  const total = sumOf(table.map(({ weight }) => weight))
  return total === 0 ? 0 : sumOf(table.map(({ points, weight }) => points * weight)) / total
}

/** Calculate the cost in shillings: of a spin, and of a member who spins every day of a month of 30 days. */
export function spinCost(table: SpinTable, kesPerPoint: number) {
  const perSpinKes = expectedSpinPoints(table) * kesPerPoint
  return { perSpinKes, perMemberMonthKes: perSpinKes * DAYS_A_MONTH }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
