/** The 97.5 % point of the normal distribution: 95 of 100 intervals contain the true value. */
const Z = 1.959963984540054

/** Wilson's interval of a share: unlike the simple one it stays between 0 and 1, and fits small bases. */
export function wilsonInterval(share: number, base: number): { low: number; high: number } {
  const z2 = Z * Z
  const middle = share + z2 / (2 * base)
  const half = Z * Math.sqrt((share * (1 - share)) / base + z2 / (4 * base * base))
  const width = 1 + z2 / base
  return { low: Math.max(0, (middle - half) / width), high: Math.min(1, (middle + half) / width) }
}

export type Weighed = { value: number; weight: number }

/** Mean and standard deviation of a sample; the interval of the mean is the normal one. `base`: people who count. */
export function meanOf(values: readonly Weighed[], base: number) {
  const sum = values.reduce((total, { weight }) => total + weight, 0)
  const mean = values.reduce((total, { value, weight }) => total + value * weight, 0) / sum
  const squares = values.reduce((total, { value, weight }) => total + weight * (value - mean) ** 2, 0)
  const deviation = base > 1 ? Math.sqrt((squares / sum) * (base / (base - 1))) : 0
  return spread({ mean, deviation }, base)
}

/** The interval of a mean. */
export function spread({ mean, deviation }: { mean: number; deviation: number }, base: number) {
  const half = (Z * deviation) / Math.sqrt(base)
  return { mean, deviation, low: mean - half, high: mean + half }
}

export type Column = { count: number; base: number }

/**
 * Whether the share of one column is higher than another's, and not by chance: the two-sided test of two proportions with a pooled
 * variance, without a correction for continuity, as R's `prop.test(correct = FALSE)`.
 */
export function isHigher(one: Column, other: Column): boolean {
  const statistic = compareShares(one, other)
  return statistic > Z
}

/** The statistic of that test: above zero where the first share is higher. Its square is R's. */
export function compareShares(one: Column, other: Column): number {
  const pooled = (one.count + other.count) / (one.base + other.base)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.base + 1 / other.base))
  return error === 0 ? 0 : (one.count / one.base - other.count / other.base) / error
}
