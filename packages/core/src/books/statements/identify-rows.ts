import { hash as digest } from 'node:crypto'
import type { RowPurpose } from '@chuma/contract/books/statements'
import { type Problem, problem } from '@chuma/contract/problems'
import { MPESA, type StatementRow, type WeighedMoment } from '@chuma/db/queries/books/statement-rows'
import { isReadable, type ReadRow } from './read-row.ts'

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
