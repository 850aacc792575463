const eatOffsetMs = 3 * 60 * 60 * 1000

const dotted = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2})$/
const compact = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?<h>\d{2})(?<m>\d{2})(?<s>\d{2})$/

/**
 * Parse `20.11.2026 22:48:52` (payment results) or `20261120224852` (status results), both in East Africa Time, which has no
 * daylight saving. `undefined` for anything else, including days that do not exist.
 */
export function parseEatTime(text: string): Date | undefined {
  const found = dotted.exec(text)?.groups ?? compact.exec(text)?.groups
  if (!found) return undefined
  const time = found.time ?? `${found.h}:${found.m}:${found.s}`
  const local = `${found.year}-${found.month}-${found.day}T${time}`
  const date = new Date(`${local}+03:00`)
  // Date turns 31 February into March instead of refusing it.
  if (Number.isNaN(date.getTime()) || toEatIso(date) !== local) return undefined
  return date
}

export function formatEatDotted(date: Date): string {
  const [year, month, day, time] = toEatIso(date).split(/[-T]/)
  return `${day}.${month}.${year} ${time}`
}

export function formatEatPlain(date: Date): string {
  return toEatIso(date).replace('T', ' ')
}

export function formatEatCompact(date: Date): string {
  return toEatIso(date).replace(/\D/g, '')
}

function toEatIso(date: Date): string {
  return new Date(date.getTime() + eatOffsetMs).toISOString().slice(0, 19)
}
