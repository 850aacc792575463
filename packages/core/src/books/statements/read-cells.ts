import type { DateFormat } from '@chuma/contract/books/statement-mapping'

const MOST_CENTS = 1_000_000_000_00

/** Thousands apart by commas or spaces, decimals behind a dot. */
const DOTTED = /^(\d{1,3}(?:[ ,]\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/
/** Thousands apart by dots or spaces, decimals behind a comma. Two decimals, or it could be a thousand. */
const COMMAED = /^(\d{1,3}(?:[ .]\d{3})+|\d{1,12}),(\d{2})$/

/**
 * Read an amount as cents, below zero with a minus, in brackets or marked DR. Null for anything else; never a rounded value. A dot
 * before exactly three digits is no thousands separator here: `2.000` is refused, because it can mean two things.
 */
export function readCents(text: string): number | null {
  const { sign, digits } = readSign(text)
  const match = DOTTED.exec(digits) ?? COMMAED.exec(digits)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const cents = Number(whole.replaceAll(/[ ,.]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (cents > MOST_CENTS) return null
  return cents === 0 ? 0 : sign * cents
}

function readSign(text: string): { sign: 1 | -1; digits: string } {
  const plain = text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace(/^-?\s*(?:KES|KSHS?)\b\.?\s*/i, (prefix) => (prefix.startsWith('-') ? '-' : ''))
    .replaceAll('\u2212', '-')
    .trim()
  const marked = /^(.*?)\s*(CR|DR)$/i.exec(plain)
  const bracketed = /^\((.*)\)$/.exec(plain)
  if (bracketed) return { sign: -1, digits: (bracketed[1] ?? '').trim() }
  if (marked) return { sign: marked[2]?.toUpperCase() === 'DR' ? -1 : 1, digits: marked[1] ?? '' }
  if (/^[+-]/.test(plain)) return { sign: plain.startsWith('-') ? -1 : 1, digits: plain.slice(1).trim() }
  return { sign: 1, digits: plain }
}

const TIME = String.raw`(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,6})?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[T ]${TIME}(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$`)
const DAY_FIRST = new RegExp(String.raw`^(\d\d)[-/](\d\d)[-/](\d{4}) ${TIME}$`)

/** Read a moment, for PostgreSQL: with its offset, or with the name of the business's time zone. */
export function readMoment(text: string, timeZone: string): string | null {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [, year, month, day, hour, minute, second, offset] = yearFirst
    const local = toLocal([year, month, day], [hour, minute, second])
    return local && (offset ? `${local.replace(' ', 'T')}${offset}` : `${local} ${timeZone}`)
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (!dayFirst) return null
  const [, day, month, year, hour, minute, second] = dayFirst
  const local = toLocal([year, month, day], [hour, minute, second])
  return local && `${local} ${timeZone}`
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const DAY = new RegExp(String.raw`^(\w+)[-/. ](\w+)[-/. ](\w+)(?:[T ]${TIME})?$`)

/** Read a day, and a time if there is one, in a bank's format. For PostgreSQL, like `readMoment`. */
export function readDay(text: string, format: DateFormat, timeZone: string): string | null {
  const match = DAY.exec(text)
  if (!match) return null
  const names = format.split(/[-/. ]/)
  const parts = Object.fromEntries(names.map((name, place) => [name, match[place + 1] ?? '']))
  const monthNo = MONTHS.indexOf((parts.MMM ?? '').slice(0, 3).toUpperCase()) + 1
  const month = parts.MM ?? (monthNo > 0 ? String(monthNo) : '')
  const local = toLocal(
    [parts.YYYY, month.padStart(2, '0'), parts.DD?.padStart(2, '0')],
    [match[4] ?? '00', match[5] ?? '00', match[6]],
  )
  return local && `${local} ${timeZone}`
}

type Part = string | undefined

function toLocal([year, month, day]: Part[], [hour, minute, second = '00']: Part[]): string | null {
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  if (!/^\d{4}-\d\d-\d\dT/.test(local)) return null
  // A day that does not exist in the calendar is parsed as another day.
  const moment = new Date(`${local}Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(local)) return null
  return local < '2000' ? null : local.replace('T', ' ')
}

const NUMBER = /(?<![A-Za-z0-9])\+?\d[\d*•xX]{6,}/

/** The last three digits of the first phone or account number in a text. */
export function findNumberEnd(text: string): string | null {
  return /\d{3}$/.exec(NUMBER.exec(text)?.[0] ?? '')?.[0] ?? null
}

const MOST_DETAILS = 140

/** Shorten a description to what may be kept: a number to its end, and no name behind it. */
export function shortenDetails(text: string): string {
  const found = NUMBER.exec(text)
  const kept = found ? `${text.slice(0, found.index)}…${/\d{0,3}$/.exec(found[0])?.[0] ?? ''}` : text
  return kept
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MOST_DETAILS)
}
