/** A line of the table. `ratio` is what the goal applies to, if there is one. */
export type Row = {
  part: string
  what: string
  here: string
  yardstick: string
  ratio: string
  goal?: { text: string; isMet: boolean }
}

type Compared = {
  part: string
  what: string
  unit: string
  here: readonly number[]
  yardstick: readonly number[]
  digits?: number
  atLeast?: number
  atMost?: number
}

/** Compare rounds that measured both: the median of each, and the median of their ratios, round by round. */
export function compare({ part, what, unit, here, yardstick, digits = 0, atLeast, atMost }: Compared): Row {
  const ratio = median(here.map((value, round) => value / (yardstick[round] ?? Number.NaN)))
  const row: Row = {
    part,
    what,
    here: `${median(here).toFixed(digits)} ${unit}`,
    yardstick: `${median(yardstick).toFixed(digits)} ${unit}`,
    ratio: ratio.toFixed(2),
  }
  if (atLeast !== undefined) row.goal = { text: `≥ ${atLeast}`, isMet: ratio >= atLeast }
  if (atMost !== undefined) row.goal = { text: `≤ ${atMost}`, isMet: ratio <= atMost }
  return row
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
