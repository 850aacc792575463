import type { DateOrder } from '@chuma/contract/books/statement-mapping'
import { MONTHS, PROVIDER_WORDS } from './layouts.ts'

const MOST_CENTS = 1_000_000_000_00
const MOST_AMOUNT_CHARS = 60

/** Thousands apart by commas, spaces or, as in India, in lakhs; decimals behind a dot. */
const DOTTED = /^(\d{1,3}(?:[ ,]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,12})(?:\.(\d{1,2}))?$/
/** Thousands apart by dots or spaces, decimals behind a comma. Two decimals, or it could be a thousand. */
const COMMAED = /^(\d{1,3}(?:[ .]\d{3})+|\d{1,12}),(\d{2})$/

/**
 * Read an amount as cents, below zero with a minus on either end, in brackets or marked DR. Null for anything else; never a
 * rounded value. A dot before exactly three digits is no thousands separator here: `2.000` is refused, because it can mean two
 * things.
 */
export function readCents(text: string): number | null {
  if (text.length > MOST_AMOUNT_CHARS) return null
  const { sign, digits } = readSign(text)
  const match = DOTTED.exec(digits) ?? COMMAED.exec(digits)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const cents = Number(whole.replaceAll(/[ ,.]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (cents > MOST_CENTS) return null
  return cents === 0 ? 0 : sign * cents
}

/** What is taken off an amount until its digits remain, and what it says of the sign. */
const SIGNS: readonly { pattern: RegExp; sign: 1 | -1; inside?: string }[] = [
  { pattern: /^(?:KES|KSHS?)\b\.?|^(?:KES|KSHS?)\.?(?=[\d( -])/i, sign: 1 },
  { pattern: /\/[=-]$/, sign: 1 },
  { pattern: /^\(([^()]*)\)$/, sign: -1, inside: '$1' },
  { pattern: /CR\.?$|^CR\.? /i, sign: 1 },
  { pattern: /DR\.?$|^DR\.? /i, sign: -1 },
  { pattern: /^-|-$/, sign: -1 },
  { pattern: /^\+/, sign: 1 },
]

/** Each mark counts once, in any order: `-KES 5`, `KES -5`. Two that say the same make no amount. */
function readSign(text: string): { sign: 1 | -1; digits: string } {
  let digits = text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
  let sign: 1 | -1 = 1
  const left = new Set(SIGNS)
  for (let found = find(left, digits); found; found = find(left, digits)) {
    left.delete(found)
    digits = digits.replace(found.pattern, found.inside ?? '').trim()
    if (found.sign > 0) continue
    if (sign < 0) return { sign, digits: '' }
    sign = -1
  }
  return { sign, digits }
}

const find = (signs: ReadonlySet<(typeof SIGNS)[number]>, text: string) =>
  [...signs].find(({ pattern }) => pattern.test(text))

const MOST_MOMENT_CHARS = 40
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
/** A wrapped cell of a printed page loses the space before the time. */
const ISO_GLUED = /^(\d{4})-(\d\d)-(\d\d)(?=\d\d:)/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?!\d)/
const NUMERIC = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?![\d])/
const NUMERIC_GLUED = /^(\d\d)[-/](\d\d)[-/](\d{4})(?=\d\d:)/
const DAY_MONTH = /^(\d{1,2})[-/., ]{1,2}(\p{L}{3,9})[-/., ]{1,2}(\d{4}|\d{2})(?!\d)/u
const MONTH_DAY = /^(\p{L}{3,9})[-/., ]{1,2}(\d{1,2})[-/., ]{1,2}(\d{4})(?!\d)/u
const TIME =
  /^(?:T|,? *)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d))?$/i

type Dated = { year: string; month: string; day: string; rest: string }
/** Numbers of which the first may be the day or the month. */
type Numeric = { year: string; first: string; second: string; rest: string; isPortals: boolean }

function readDate(text: string): Dated | Numeric | null {
  const iso = ISO_GLUED.exec(text) ?? ISO.exec(text) ?? COMPACT.exec(text)
  if (iso) {
    const [all, year = '', month = '', day = ''] = iso
    return { year, month, day, rest: text.slice(all.length) }
  }
  const numeric = NUMERIC_GLUED.exec(text) ?? NUMERIC.exec(text)
  if (numeric) {
    const [all, first = '', second = '', year = ''] = numeric
    // The portal's own form. Excel writes the others, in the order of the country that it is set to.
    const isPortals = /^\d\d-\d\d-\d{4}$/.test(all)
    return { year, first, second, rest: text.slice(all.length), isPortals }
  }
  const named = DAY_MONTH.exec(text)
  const [all, day = '', name = '', year = ''] = named ?? swapped(MONTH_DAY.exec(text))
  if (all === undefined) return null
  const month = findMonth(name)
  return month ? { year, month, day, rest: text.slice(all.length) } : null
}

const swapped = (match: RegExpExecArray | null) => (match ? [match[0], match[2], match[1], match[3]] : [])

/** The month whose name begins with these letters, as two digits. */
function findMonth(name: string): string | null {
  const lower = name.toLowerCase()
  const at = MONTHS.findIndex((names) => names.some((full) => full.startsWith(lower)))
  return at < 0 ? null : String(at + 1)
}

/** How a date's numbers can be read: null if it is no such date, or says itself which one is the day. */
export function findOrder(text: string): DateOrder | 'either' | null {
  const date = text.length > MOST_MOMENT_CHARS ? null : readDate(text.trim())
  if (!date || !('first' in date) || date.isPortals) return null
  if (Number(date.first) > 12) return 'day-first'
  if (Number(date.second) > 12) return 'month-first'
  return date.first === date.second ? null : 'either'
}

/**
 * Read a date, and a time if there is one, for PostgreSQL: with its offset, or with the name of the business's time zone.
 * `order`: which number of `6/11/2026` is the day.
 */
export function readMoment(text: string, timeZone: string, order: DateOrder): string | null {
  if (text.length > MOST_MOMENT_CHARS) return null
  const date = readDate(text.trim())
  const time = date && readTime(date.rest)
  if (!date || !time) return null
  const [day, month] =
    'first' in date
      ? order === 'day-first'
        ? [date.first, date.second]
        : [date.second, date.first]
      : [date.day, date.month]
  const year = date.year.length === 2 ? `20${date.year}` : date.year
  const local = toLocal([year, month, day], time.parts)
  return local && (time.offset ? `${local.replace(' ', 'T')}${time.offset}` : `${local} ${timeZone}`)
}

/** Whether a text has a time of day. */
export const hasTime = (text: string) => text.includes(':')

function readTime(rest: string): { parts: string[]; offset: string | undefined } | null {
  if (rest.trim() === '') return { parts: ['00', '00', '00'], offset: undefined }
  const match = TIME.exec(rest)
  if (!match) return null
  const [, hour = '', minute = '', second = '00', half, offset] = match
  if (!half) return { parts: [hour, minute, second], offset }
  if (Number(hour) < 1 || Number(hour) > 12) return null
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return { parts: [String(hours), minute, second], offset }
}

function toLocal([year, ...date]: string[], time: string[]): string | null {
  const [month, day] = date.map((part) => part.padStart(2, '0'))
  const [hour, minute, second] = time.map((part) => part.padStart(2, '0'))
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  // A day that does not exist in the calendar is parsed as another day.
  const moment = new Date(`${local}Z`)
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(local)) return null
  return local < '2000' ? null : local.replace('T', ' ')
}

/** A phone number, its middle masked or not. A conversation id or a date is none. */
const PHONE = /(?<![\p{L}\p{N}_])\+?(?:254|0)[17*•xX][\d*•xX]{5,9}(?![\p{L}\p{N}_])/u

/** The last three digits of the first phone number in a text. */
export function findNumberEnd(text: string): string | null {
  return /\d{3}$/.exec(PHONE.exec(text)?.[0] ?? '')?.[0] ?? null
}

const MOST_DETAILS = 140
/** Of a receipt or a conversation id of M-Pesa, which name a payment and nobody. */
const REFERENCE = /^(?:(?=(?:\D*\d){2})[A-Z][A-Z0-9]{9}|AG_\d{8}_\w{1,40})[.,]?$/
const LONG_NUMBER = /^[^\p{L}\p{N}]*\d[\d*•xX]{6,}[^\p{L}\p{N}]*$/u

/**
 * Shorten a description to what may be kept: the provider's own words up to the first other one, and the end of a number. What
 * follows can be a name, or what a payer wrote.
 */
export function shortenDetails(text: string): string {
  const words = text
    .slice(0, 1000)
    .split(/\s+/)
    .filter((word) => word !== '')
  const end = words.findIndex((word) => !isProviders(word))
  if (end < 0) return words.join(' ').slice(0, MOST_DETAILS)
  const number = words.slice(end).find((word) => LONG_NUMBER.test(word))
  const digits = number ? (/(\d{3})\D*$/.exec(number)?.[1] ?? '') : ''
  return `${words.slice(0, end).join(' ').slice(0, MOST_DETAILS)} …${digits}`.trim()
}

function isProviders(word: string): boolean {
  const plain = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return plain === '' || PROVIDER_WORDS.has(plain) || REFERENCE.test(word)
}
