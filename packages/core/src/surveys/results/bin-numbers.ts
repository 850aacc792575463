/** More different numbers than this are put into ranges. */
const MOST_NUMBERS = 12
const RANGES = 8

type Tally = { people: number; weighed: number }

/** Sort numbers, and put many of them into ranges of equal width: `10 to 19`. */
export function binNumbers(tallies: ReadonlyMap<string, Tally>): Map<string, Tally> {
  const sorted = [...tallies].sort(([one], [other]) => Number(one) - Number(other))
  if (sorted.length <= MOST_NUMBERS) return new Map(sorted)
  const [least, most] = [Number(sorted[0]?.[0]), Number(sorted.at(-1)?.[0])]
  const width = niceWidth((most - least) / RANGES)
  const first = Math.floor(least / width) * width
  const bins = new Map<string, Tally>()
  for (const [value, { people, weighed }] of sorted) {
    const from = first + Math.floor((Number(value) - first) / width) * width
    const name = width === 1 ? String(from) : `${tidy(from)} to under ${tidy(from + width)}`
    const found = bins.get(name) ?? { people: 0, weighed: 0 }
    bins.set(name, { people: found.people + people, weighed: found.weighed + weighed })
  }
  return bins
}

/** 1, 2 or 5 times a power of ten, at least as wide. */
function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= width) ?? 10)
}

const tidy = (value: number) => Number(value.toPrecision(10))
