import type { Answer } from '@chuma/contract/timestamp'
import { toCsv } from '@chuma/contract/to-csv'
import type { statement } from '@chuma/contract/wallet/statements'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getStatement } from './get-statement.ts'

type Statement = Answer<typeof statement>

const HEADER = (timeZone: string) => [
  `Date and time (${timeZone})`,
  'Row',
  'Kind',
  'Description',
  'Points',
  'Held points',
  'Balance',
  'Held balance',
  'Gross KES',
  'Tax KES',
  'Net KES',
  'Receipt',
]

/**
 * Export a member's month as CSV: the opening balance, each posting, the closing balance, then totals by kind and
 * withdrawals. Times are in the business's time zone.
 * @throws AppError INVALID_INPUT like getStatement
 */
export async function exportStatement(
  deps: Pick<Deps, 'db' | 'economy'>,
  member: SignedInMember,
  { month }: { month: string },
): Promise<string> {
  const statement = await getStatement(deps, member, { month })
  const { timeZone } = await deps.economy()
  return toCsv(HEADER(timeZone), [
    balanceRow(statement.firstDay, 'Opening balance', statement.opening),
    ...statement.lines.map(lineRow),
    balanceRow(statement.lastDay, 'Closing balance', statement.closing),
    ...statement.totals.map(totalRow),
    ...statement.withdrawals.map(withdrawalRow),
    paidRow(statement),
  ])
}

const EMPTY_MONEY = [null, null, null, null]

function balanceRow(day: string, name: string, { available, held }: Statement['opening']) {
  return [day, name, null, null, null, null, available, held, ...EMPTY_MONEY]
}

function lineRow({ localTime, kind, description, points, heldPoints, ...after }: Statement['lines'][number]) {
  const balances = [after.availableAfter, after.heldAfter]
  return [localTime, 'Movement', kind, description, points, heldPoints, ...balances, ...EMPTY_MONEY]
}

function totalRow({ kind, count, points, heldPoints }: Statement['totals'][number]) {
  return [null, 'Total', kind, `${count}`, points, heldPoints, null, null, ...EMPTY_MONEY]
}

function withdrawalRow(withdrawal: Statement['withdrawals'][number]) {
  const { paidLocal, requestedLocal, status, points, grossKes, taxKes, netKes, receipt } = withdrawal
  const when = paidLocal ?? requestedLocal
  return [when, 'Withdrawal', status, null, points, null, null, null, grossKes, taxKes, netKes, receipt]
}

function paidRow({ lastDay, paid: { count, grossKes, taxKes, netKes } }: Statement) {
  return [
    lastDay,
    'Paid in the month',
    null,
    `${count}`,
    null,
    null,
    null,
    null,
    grossKes,
    taxKes,
    netKes,
    null,
  ]
}
