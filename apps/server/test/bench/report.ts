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

/** The median time of a read in milliseconds, as a row with the longest that it may take. */
export async function timeRead(
  part: string,
  { what, rounds, mostMs }: { what: string; rounds: number; mostMs: number },
  read: () => Promise<unknown>,
): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    await read()
    // The first round only warms up.
    if (round > 0) times.push(performance.now() - began)
  }
  const took = median(times)
  const goal = { text: `≤ ${mostMs} ms`, isMet: took <= mostMs }
  return { part, what, here: `${took.toFixed(0)} ms`, yardstick: '', ratio: '', goal }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
