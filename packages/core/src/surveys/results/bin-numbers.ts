/** More different numbers than this are put into ranges. */
const MOST_NUMBERS = 12
const RANGES = 8

type Tally = { people: number; weighed: number }

/** Sort numbers, and put many of them into ranges of equal width: `10 to 19`. */
export function binNumbers(tallies: ReadonlyMap<string, Tally>): Map<string, Tally> {
  const sorted = [...tallies].sort(([one], [other]) => Number(one) - Number(other))
  const nameOf = nameBins([...tallies.keys()])
  const bins = new Map<string, Tally>()
  for (const [value, { people, weighed }] of sorted) {
    const name = nameOf(value)
    const found = bins.get(name) ?? { people: 0, weighed: 0 }
    bins.set(name, { people: found.people + people, weighed: found.weighed + weighed })
  }
  return bins
}

/** Name the range of each of some numbers; of few each is its own. */
export function nameBins(values: readonly string[]): (value: string) => string {
  const sorted = [...new Set(values)].map(Number).sort((one, other) => one - other)
  if (sorted.length <= MOST_NUMBERS) return (value) => value
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const width = niceWidth((most - least) / RANGES)
  const first = Math.floor(least / width) * width
  return (value) => {
    const from = first + Math.floor((Number(value) - first) / width) * width
    return width === 1 ? String(from) : `${tidy(from)} to under ${tidy(from + width)}`
  }
}

/** 1, 2 or 5 times a power of ten, at least as wide. */
export function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10)
}

export const tidy = (value: number) => Number(value.toPrecision(10))
