// What the addresses of the wallet's pages may hold. Light: routes load it with the first script.

import { POSTING_KINDS } from '@chuma/contract/posting-kinds'
import type { Activity } from '@chuma/contract/wallet/wallet'

export const STATES = [
  'review',
  'pending',
  'available',
  'reversed',
  'cancelled',
] as const satisfies Activity['state'][]

export type ActivityFilter = { kind?: Activity['kind']; state?: Activity['state'] }

/** Read a filter from an address or a select; an unknown value filters nothing. */
export function readActivityFilter({ kind, state }: Record<string, unknown>): ActivityFilter {
  const knownKind = POSTING_KINDS.find((name) => name === kind)
  const knownState = STATES.find((name) => name === state)
  return { ...(knownKind && { kind: knownKind }), ...(knownState && { state: knownState }) }
}

export type StatementChoice = { month?: string }

/** Read the month of an address; anything else means the current one. */
export function readStatementChoice({ month }: Record<string, unknown>): StatementChoice {
  return typeof month === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** List all months between two, newest first. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month)
  return months
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** Read the month or year of an address; anything else means no certificate. */
export function readTaxChoice({ span }: Record<string, unknown>): { span?: string } {
  return typeof span === 'string' && /^2\d{3}(-(0[1-9]|1[0-2]))?$/.test(span) ? { span } : {}
}
