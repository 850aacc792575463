import { hash as digest } from 'node:crypto'
import type { DateOrder, PortalColumn, PortalMapping, RowPurpose } from '@chuma/contract/books/statements'
import { type Problem, problem } from '@chuma/contract/problems'
import { MPESA, type StatementRow, type WeighedMoment } from '@chuma/db/queries/books/statement-rows'
import { invalidField } from '../../app-error.ts'
import { inTurns } from '../../in-turns.ts'
import {
  type Head,
  isReadable,
  listHeads,
  NEEDED_COLUMNS,
  nameOf,
  PORTAL_NAMES,
  type ReadFile,
  type ReadRow,
  readRow,
  readRows,
  SIDES,
} from './parse-file.ts'
import {
  findNumberEnd,
  findOrder,
  findPurpose,
  hasTime,
  readCents,
  readMoment,
  shortenDetails,
} from './read-bank.ts'

type Layout = Head & { columns: readonly (PortalColumn | undefined)[] }
type PortalTerms = {
  timeZone: string
  /** What earlier files, or this one, call columns that no known layout has. */
  learned: PortalMapping
  dateOrder: DateOrder | undefined
}

/**
 * Read a statement of the M-Pesa organisation portal. Its preamble, the order of its columns and the last ones vary, so the header is
 * found by its names. A plain list of payments with the columns receipt, amount and completed at is read too.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read; a row that cannot be says so itself
 */
export async function readPortal(
  csv: string,
  { timeZone, learned, dateOrder }: PortalTerms,
): Promise<ReadFile> {
  const layout = findLayout(csv, learned)
  const { columns, names } = layout
  const cellOf = (cells: readonly string[], column: Column) => cells[columns.indexOf(column)] ?? ''
  const { rows, leftOut } = await readRows(csv, layout, (cells) => ({
    isKeyed:
      isReceipt(cellOf(cells, 'receipt')) ||
      readMoment(cellOf(cells, 'completed'), timeZone, 'day-first') !== null,
    amounts: AMOUNTS.map((column) => cellOf(cells, column)),
  }))
  const order = dateOrder ?? settleOrder(rows.map(({ cells }) => cellOf(cells, 'completed')))
  const terms = { timeZone, order, columns, names }
  const read: ReadRow[] = []
  for await (const some of inTurns(rows))
    read.push(...some.map(({ row, cells }) => readPayment(row, cells, terms)))
  return { leftOut, rows: read }
}

type Column = PortalColumn
const AMOUNTS: readonly Column[] = ['paidIn', 'withdrawn', 'amount', 'balance']
const isReceipt = (text: string) => /^[A-Z0-9]{6,20}$/i.test(text) && /\d/.test(text)

type Terms = Pick<Layout, 'columns' | 'names'> & { timeZone: string; order: DateOrder }

function readPayment(row: number, cells: string[], { timeZone, order, columns, names }: Terms) {
  const has = (column: Column) => columns.includes(column)
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
  return readRow(row, cells, (failAt) => {
    const fail = (column: Column, found: Parameters<typeof failAt>[1]) =>
      failAt(names[columns.indexOf(column)] ?? column, found)
    const receipt = cell('receipt').toUpperCase()
    if (!isReceipt(receipt)) return fail('receipt', problem('NOT_A_RECEIPT'))
    const completed = cell('completed')
    // The portal's own form has the day first, whatever the file's other dates say.
    const own = findOrder(completed) === null ? 'day-first' : order
    const moment = hasTime(completed) ? readMoment(completed, timeZone, own) : null
    if (moment === null) return fail('completed', problem('NOT_A_FILE_MOMENT'))
    const amount = has('withdrawn') || !has('amount') ? readTwo(cell) : readOne(cell, has('side'))
    if (typeof amount !== 'number') return fail(amount.column, amount.problem)
    const balanceCents = readCents(cell('balance'))
    if (balanceCents === null && isFilled(cell('balance'))) return fail('balance', problem('NOT_AN_AMOUNT'))
    const number = cell('number').replaceAll(/[\s+*•x-]/gi, '')
    if (number !== '' && !/^\d{3,12}$/.test(number)) return fail('number', problem('NOT_A_PHONE_NUMBER'))
    const text = `${shortenDetails(cell('reason'))}\n${shortenDetails(cell('details'))}`
    const linked = cell('linked').toUpperCase()
    const numberEnd = number === '' ? findNumberEnd(`${cell('party')} ${cell('details')}`) : number.slice(-3)
    const said = {
      status: has('status') ? cell('status') : null,
      amountCents: amount,
      text,
      hasLink: linked !== '',
      isProviders: true,
      hasParty: numberEnd !== null,
    }
    const purpose = findPurpose(said)
    if (amount === 0 && purpose !== 'failed' && purpose !== 'pending') {
      return fail('withdrawn', problem('AMOUNT_IN_NEITHER'))
    }
    return {
      receipt,
      linkedReceipt: isReceipt(linked) ? linked : null,
      purpose,
      amountCents: amount,
      balanceCents,
      numberEnd,
      details: shortenDetails(cell('details') || cell('reason')),
      moment,
      momentColumn: names[columns.indexOf('completed')] ?? 'completed',
    }
  })
}

const isFilled = (text: string) => !/^-?$/.test(text)

/**
 * One date whose numbers can be read one way only settles all of a file.
 * @throws AppError INVALID_INPUT if none does, because the day is never guessed
 */
function settleOrder(dates: readonly string[]): DateOrder {
  const orders = dates.map(findOrder)
  const settled = orders.find((order) => order === 'day-first' || order === 'month-first')
  if (settled) return settled
  const example = dates[orders.indexOf('either')]
  if (example !== undefined) throw invalidField('dateOrder', 'DATE_ORDER_UNKNOWN', { example })
  return 'day-first'
}

type Cell = (column: Column) => string
const notAnAmount = (column: Column) => ({ column, problem: problem('NOT_AN_AMOUNT') }) as const

/** A plain list names payments, so its amounts are above zero. With a column for the side, that says the direction. */
function readOne(cell: Cell, hasSide: boolean) {
  const cents = readCents(cell('amount'))
  if (cents === null) return notAnAmount('amount')
  if (!hasSide) return cents <= 0 ? notAnAmount('amount') : -cents
  const side = SIDES.get(nameOf(cell('side')))
  return side ? side * Math.abs(cents) : ({ column: 'side', problem: problem('NOT_A_SIDE') } as const)
}

/** The portal writes money that left below zero, in a column of its own; an empty cell, or a zero, means none. */
function readTwo(cell: Cell) {
  const [paidIn, withdrawn] = [readOptional(cell('paidIn')), readOptional(cell('withdrawn'))]
  if (paidIn === null || paidIn < 0) return notAnAmount('paidIn')
  if (withdrawn === null) return notAnAmount('withdrawn')
  if (paidIn !== 0 && withdrawn !== 0) {
    return { column: 'withdrawn', problem: problem('AMOUNT_IN_BOTH') } as const
  }
  return withdrawn === 0 ? paidIn : -Math.abs(withdrawn)
}

const readOptional = (text: string) => (isFilled(text) ? readCents(text) : 0)

/** How many cells a line needs to be shown as a head that is not known. */
const MIN_CELLS = 2

function findLayout(csv: string, learned: PortalMapping): Layout {
  const known = new Map(
    Object.entries(PORTAL_NAMES).flatMap(([column, names]) =>
      names.map((name) => [nameOf(name), column as Column] as const),
    ),
  )
  for (const [column, name] of Object.entries(learned)) known.set(nameOf(name), column as Column)
  const heads = listHeads(csv)
  for (const head of heads) {
    const columns = head.names.map((name) => known.get(nameOf(name)))
    const has = (column: Column) => columns.includes(column)
    if (has('receipt') && has('completed') && (has('withdrawn') || has('amount'))) return { ...head, columns }
  }
  const found = heads.find(looksLikeHead)?.names ?? []
  if (found.length === 0) throw invalidField('csv', 'HEADER_MISSING', { columns: NEEDED_COLUMNS })
  throw invalidField('columns', 'LAYOUT_UNKNOWN', { found, columns: NEEDED_COLUMNS })
}

/** The first line of several names, none of which is a number. */
function looksLikeHead({ names }: Head): boolean {
  const filled = names.filter((name) => name !== '')
  return (
    filled.length >= MIN_CELLS &&
    filled.length === names.length &&
    filled.every((name) => !/^[\d\W]+$/.test(name))
  )
}

/** A row with its key: `isKnown` if the file repeats it or an earlier import had it. */
export type Identified = StatementRow & { isKnown: boolean }

/** A charge has the receipt of its payment. A pending or failed row may be followed by a completed one. */
const ROLES: Partial<Record<RowPurpose, string>> = { charge: 'charge', failed: 'failed', pending: 'pending' }

const hash = (text: string) => digest('sha256', text).slice(0, 32)

/** The id of a row: the same for every import of it. `last`: the balance after it, or what else tells equal ones apart. */
export function rowIdOf(baseKey: string, last: number | string): string {
  const hex = hash(`${baseKey}|${last}`)
  // Version 8 of a UUID: what its bits mean is up to us.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20),
  ]
  return parts.join('-')
}

/**
 * Give every row its day and key. What identifies a row: at M-Pesa its receipt, whether it is the charge, and its amount, with the
 * balance after it where the layout has one; at a bank its day, amount and balance, and the how many-th such row of its file it is.
 */
export function identifyRows(
  rows: readonly ReadRow[],
  moments: ReadonlyMap<string, WeighedMoment>,
  account: string,
): StatementRow[] {
  const repeats = new Map<string, number>()
  return rows.map((row): StatementRow => {
    if (!isReadable(row)) return unreadable(account, row, row.wrong)
    const { moment, momentColumn, receipt, purpose, amountCents, balanceCents, ...rest } = row
    const weighed = moments.get(moment)
    if (!weighed || weighed.isFuture) {
      return unreadable(account, row, { column: momentColumn, problem: problem('MOMENT_IN_FUTURE') })
    }
    const isBank = account !== MPESA
    const what = isBank ? weighed.day : `${receipt}:${ROLES[purpose] ?? 'move'}`
    const baseKey = `${account}:${what}:${amountCents}`
    const last = balanceCents ?? ''
    return {
      rowId: rowIdOf(baseKey, isBank ? countRepeat(repeats, `${baseKey}|${last}`) : last),
      baseKey,
      account,
      line: row.row,
      receipt,
      linkedReceipt: rest.linkedReceipt,
      purpose,
      amountCents,
      balanceCents,
      numberEnd: rest.numberEnd,
      details: rest.details,
      day: weighed.day,
      at: weighed.at,
      problem: null,
    }
  })
}

/** At a bank equal rows are different ones, such as two fees of a day. A receipt of M-Pesa is one payment. */
function countRepeat(repeats: Map<string, number>, key: string): string {
  const count = (repeats.get(key) ?? 0) + 1
  repeats.set(key, count)
  return `${key.slice(key.lastIndexOf('|') + 1)}#${count}`
}

function unreadable(
  account: string,
  { row, cells }: ReadRow,
  wrong: { column: string; problem: Problem },
): StatementRow {
  const baseKey = `${account}:unreadable:${hash(JSON.stringify(cells).replace(/(,"")+\]$/, ']'))}`
  return {
    rowId: rowIdOf(baseKey, ''),
    baseKey,
    account,
    line: row,
    receipt: null,
    linkedReceipt: null,
    purpose: 'unreadable',
    amountCents: null,
    balanceCents: null,
    numberEnd: null,
    details: '',
    day: null,
    at: null,
    problem: wrong,
  }
}

type Balances = { ids: Set<string>; balances: Set<number | null> }

/**
 * Mark what an earlier import or an earlier line had. A row of M-Pesa without a balance is the same as one with any, because another
 * layout of the same statement may leave the column out.
 */
export function markKnown(
  rows: readonly StatementRow[],
  stored: readonly { rowId: string; baseKey: string; balanceCents: number | null }[],
): Identified[] {
  const seen = new Map<string, Balances>()
  const isSeen = ({ rowId, baseKey, balanceCents, account }: Omit<StatementRow, 'line'>) => {
    const found = seen.get(baseKey)
    if (!found) return false
    if (found.ids.has(rowId)) return true
    return account === MPESA && (balanceCents === null || found.balances.has(null))
  }
  const see = ({ rowId, baseKey, balanceCents }: (typeof stored)[number]) => {
    const found = seen.get(baseKey) ?? { ids: new Set(), balances: new Set() }
    found.ids.add(rowId)
    found.balances.add(balanceCents)
    seen.set(baseKey, found)
  }
  for (const row of stored) see(row)
  // Rows with a balance first, so that the order of a file does not matter.
  const known = new Map<StatementRow, boolean>()
  for (const hasBalance of [true, false]) {
    for (const row of rows) {
      if ((row.balanceCents !== null) !== hasBalance) continue
      known.set(row, isSeen(row))
      see(row)
    }
  }
  return rows.map((row) => ({ ...row, isKnown: known.get(row) === true }))
}
