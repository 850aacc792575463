import { SMALLEST_CELL } from '@chuma/contract/surveys/results'

/**
 * Hide the counts of 1 to 4 people. Where only one count would be hidden, anyone could work it out from the base, so the smallest other one is
 * hidden too. `counts` add up to a base that is shown.
 */
export function suppress(counts: readonly number[]): (number | null)[] {
  const isSmall = (count: number) => count > 0 && count < SMALLEST_CELL
  const hidden = new Set(counts.flatMap((count, at) => (isSmall(count) ? [at] : [])))
  if (hidden.size === 1) {
    const others = counts.flatMap((count, at) => (count > 0 && !hidden.has(at) ? [{ count, at }] : []))
    const [next] = others.sort((one, other) => one.count - other.count)
    if (next) hidden.add(next.at)
  }
  return counts.map((count, at) => (hidden.has(at) ? null : count))
}
