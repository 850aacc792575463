import type { Period } from './analytics-search.ts'

const DAY_MS = 24 * 3600 * 1000
const shift = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Period): Period {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return { from: shift(from, -length), to: shift(from, -1) }
}

/** The change in percent; null when there is nothing to compare with. */
export function changeInPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 100)
}
