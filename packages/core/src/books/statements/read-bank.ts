import type { BankMapping, DateOrder, RowPurpose } from '@chuma/contract/books/statements'
import { problem } from '@chuma/contract/problems'
import { invalidField } from '../../app-error.ts'
import { inTurns } from '../../in-turns.ts'
import {
  type FileRow,
  findHead,
  MONTHS,
  nameOf,
  ORDER_OF,
  PROVIDER_WORDS,
  type ReadFile,
  type ReadRow,
  readRow,
  readRows,
  SIDES,
} from './parse-file.ts'

export const SIGNS = { comma: ',', semicolon: ';', tab: '\t' } as const

/**
 * Read a bank's statement as a mapping says.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read, its header lacks a mapped column, or a column that the
 * mapping leaves out says which way the money went
 */
export async function readBank(csv: string, mapping: BankMapping, timeZone: string): Promise<ReadFile> {
  const head = findHead(csv, mapping.headerRow, SIGNS[mapping.delimiter])
  const names = head.names.map(nameOf)
  const { date, amount, debit, credit, side, reference, description, balance } = mapping
  const wanted = [date, amount, debit, credit, side, reference, description, balance].filter((name) => name)
  const missing = wanted.filter((name = '') => !names.includes(nameOf(name))) as string[]
  if (missing.length > 0)
    throw invalidField('csv', 'HEADER_ROW_WITHOUT', { row: mapping.headerRow, columns: missing })
  const cellOf = (cells: readonly string[], name: string | undefined) =>
    name ? (cells[names.indexOf(nameOf(name))] ?? '') : ''
  const order = ORDER_OF[mapping.dateFormat]
  const { rows, leftOut } = await readRows(csv, head, (cells) => ({
    isKeyed: readMoment(cellOf(cells, date), timeZone, order) !== null,
    amounts: [amount, debit, credit, balance].map((name) => cellOf(cells, name)),
  }))
  if (amount && !side) requireNoSide(head.names, rows)
  const terms = { mapping, timeZone, cellOf }
  const read: ReadRow[] = []
  for await (const some of inTurns(rows))
    read.push(...some.map(({ row, cells }) => readMovement(row, cells, terms)))
  return { leftOut, rows: read }
}

type Terms = {
  mapping: BankMapping
  timeZone: string
  cellOf: (cells: readonly string[], name: string | undefined) => string
}

function readMovement(row: number, cells: string[], { mapping, timeZone, cellOf }: Terms): ReadRow {
  const { date, dateFormat, amount, debit, credit, side, reference, description, balance } = mapping
  const cell = (name: string | undefined) => cellOf(cells, name)
  return readRow(row, cells, (fail) => {
    const moment = readMoment(cell(date), timeZone, ORDER_OF[dateFormat])
    if (moment === null) return fail(date, problem('NOT_A_FILE_DAY', { format: dateFormat }))
    const read = amount
      ? readSigned(cell(amount), side ? { name: side, text: cell(side) } : undefined)
      : readSides(cell(debit), cell(credit))
    if (typeof read !== 'number') {
      return fail(read.column ?? amount ?? (read.isDebit ? debit : credit) ?? '', read.problem)
    }
    const balanceCents = readCents(cell(balance))
    if (balanceCents === null && !/^-?$/.test(cell(balance)))
      return fail(balance ?? '', problem('NOT_AN_AMOUNT'))
    const text = shortenDetails(cell(description))
    const said = { status: null, amountCents: read, text, hasLink: false, isProviders: false, hasParty: true }
    return {
      receipt: readReference(cell(reference)),
      linkedReceipt: null,
      purpose: findPurpose(said),
      amountCents: read,
      balanceCents,
      numberEnd: findNumberEnd(cell(description)),
      details: text,
      moment,
      momentColumn: date,
    }
  })
}

/** Without it, money that left would be read as money that came in. */
function requireNoSide(names: readonly string[], rows: readonly FileRow[]): void {
  const [column] = names.filter(
    (_, at) =>
      rows.length > 0 && rows.every(({ cells }) => /^(dr|cr|debit|credit|d|c)\.?$/i.test(cells[at] ?? '')),
  )
  if (column !== undefined) throw invalidField('bank.mapping.side', 'SIDE_UNMAPPED', { column })
}

/** Banks' references have spaces and signs; what is typed beside a payment is compared without case. */
function readReference(text: string): string | null {
  const reference = text.toUpperCase().replaceAll(/\s+/g, ' ')
  return /^[A-Z0-9][A-Z0-9 /._-]{1,39}$/.test(reference) ? reference : null
}

type Wrong = { isDebit: boolean; problem: ReturnType<typeof problem>; column?: string }

function readSigned(text: string, side: { name: string; text: string } | undefined): number | Wrong {
  const cents = readCents(text)
  if (cents === null) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  if (cents === 0) return { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') }
  if (!side) return cents
  const sign = SIDES.get(nameOf(side.text) || side.text.trim())
  return sign ? sign * Math.abs(cents) : { isDebit: true, problem: problem('NOT_A_SIDE'), column: side.name }
}

/** Money out may be written with or without a minus. */
function readSides(debit: string, credit: string): number | Wrong {
  const [out, into] = [debit, credit].map((text) => (text === '' || text === '-' ? 0 : readCents(text)))
  if (out === null || out === undefined) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  if (into === null || into === undefined || into < 0) {
    return { isDebit: false, problem: problem('NOT_AN_AMOUNT') }
  }
  if (out !== 0 && into !== 0) return { isDebit: true, problem: problem('AMOUNT_IN_BOTH') }
  if (out === 0 && into === 0) return { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') }
  return out === 0 ? into : -Math.abs(out)
}

/** What a row says about itself. Below zero: money that left. */
type Said = {
  /** Null: the statement has no such column. */
  status: string | null
  amountCents: number
  /** The reason type and the details, a line each, without what a payer or payee wrote behind a number. */
  text: string
  hasLink: boolean
  /** Whether the text is M-Pesa's own. At a bank, people write it. */
  isProviders: boolean
  /** Whether the row names a phone number. */
  hasParty: boolean
}

type Rule = { purpose: RowPurpose; when: (said: Said) => boolean }

const isIn = ({ amountCents }: Said) => amountCents > 0
const isDone = ({ status }: Said) => status === null || /^(complete|success)/i.test(status)
const says =
  (words: RegExp) =>
  ({ text }: Said) =>
    words.test(text)

const saysFailed = /^(fail|declin|cancel|expir|reject)/i
const saysCharge = says(/\b(charges?|fees?|commission|excise)\b/i)
const saysReversal = says(/\brevers(al|ed|e)\b/i)
const saysCollection = says(
  /\b(pay ?bill|customer merchant|merchant payment|customer payment|buy goods|c2b|pay utility)\b/i,
)
/**
 * Only what is proven the operator's own: the provider's words for money that the organisation's settlement account brought from
 * its bank. Funds from a person wait for staff.
 */
const saysTopUp = says(/^organi[sz]ation settlement( account)?( deposit| transfer)?( from bank)?$/im)
const OWN = '(working|utility|m-?pesa|merchant|charges paid|settlement)'
/**
 * Only between the operator's own accounts, and only where the provider's own words begin: a remark of somebody who pays another
 * business must not hide that payment.
 */
const saysOwnTransfer = says(
  new RegExp(
    String.raw`^(organi[sz]ation )?${OWN}( account)? (to|from) (organi[sz]ation )?${OWN}( account)?\b`,
    'im',
  ),
)

/**
 * The first rule that fits decides. Money that left and says nothing of itself counts as a payout: the daily comparison and the desk
 * then ask whose it was.
 */
const PURPOSE_RULES: readonly Rule[] = [
  { purpose: 'failed', when: ({ status }) => status !== null && saysFailed.test(status) },
  { purpose: 'pending', when: (said) => !isDone(said) },
  { purpose: 'transfer', when: (said) => said.isProviders && saysOwnTransfer(said) },
  // What a payer writes as their account is in the text: before the words that it could imitate.
  { purpose: 'collection', when: (said) => isIn(said) && saysCollection(said) && !said.hasLink },
  { purpose: 'charge', when: saysCharge },
  { purpose: 'reversal', when: saysReversal },
  { purpose: 'reversal', when: (said) => isIn(said) && said.hasLink },
  { purpose: 'top-up', when: (said) => isIn(said) && said.isProviders && !said.hasParty && saysTopUp(said) },
  { purpose: 'money-in', when: isIn },
  { purpose: 'payout', when: () => true },
]

export function findPurpose(said: Said): RowPurpose {
  const rule = PURPOSE_RULES.find(({ when }) => when(said))
  if (!rule) throw new Error('the last rule fits everything')
  return rule.purpose
}

const MAX_CENTS = 1_000_000_000_00
const MAX_AMOUNT_CHARS = 60

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
  if (text.length > MAX_AMOUNT_CHARS) return null
  const { sign, digits } = readSign(text)
  const match = DOTTED.exec(digits) ?? COMMAED.exec(digits)
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const cents = Number(whole.replaceAll(/[ ,.]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (cents > MAX_CENTS) return null
  return cents === 0 ? 0 : sign * cents
}

/** What is taken off an amount until its digits remain, and what it says of the sign. */
const CENT_SIGNS: readonly { pattern: RegExp; sign: 1 | -1; inside?: string }[] = [
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
  const left = new Set(CENT_SIGNS)
  for (let found = find(left, digits); found; found = find(left, digits)) {
    left.delete(found)
    digits = digits.replace(found.pattern, found.inside ?? '').trim()
    if (found.sign > 0) continue
    if (sign < 0) return { sign, digits: '' }
    sign = -1
  }
  return { sign, digits }
}

const find = (signs: ReadonlySet<(typeof CENT_SIGNS)[number]>, text: string) =>
  [...signs].find(({ pattern }) => pattern.test(text))

const MAX_MOMENT_CHARS = 40
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
  const date = text.length > MAX_MOMENT_CHARS ? null : readDate(text.trim())
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
  if (text.length > MAX_MOMENT_CHARS) return null
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

const MAX_DETAILS = 140
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
  if (end < 0) return words.join(' ').slice(0, MAX_DETAILS)
  const number = words.slice(end).find((word) => LONG_NUMBER.test(word))
  const digits = number ? (/(\d{3})\D*$/.exec(number)?.[1] ?? '') : ''
  return `${words.slice(0, end).join(' ').slice(0, MAX_DETAILS)} …${digits}`.trim()
}

function isProviders(word: string): boolean {
  const plain = word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return plain === '' || PROVIDER_WORDS.has(plain) || REFERENCE.test(word)
}
