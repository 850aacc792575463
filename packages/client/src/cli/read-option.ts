import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Parse a whole number within limits. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isId(text: string): boolean {
  return UUID.test(text)
}

export function rowId(text: string): string {
  if (isId(text)) return text.toLowerCase()
  throw new InvalidArgumentError('An id looks like 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e.')
}

/** Collect a repeatable argument without duplicates. */
export function rowIds(text: string, before: string[] | undefined): string[] {
  return [...new Set([...(before ?? []), rowId(text)])]
}

/** Parse a day, `YYYY-MM-DD`. The server refuses one that is not in the calendar. */
export function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  throw new InvalidArgumentError('Give a day, such as 2026-01-31.')
}

/** Parse a month, `YYYY-MM`. */
export function month(text: string): string {
  if (/^2\d{3}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Give a month, such as 2026-01.')
}
