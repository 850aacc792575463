import { formatEatPlain } from '../../eat-time.ts'
import type { Movement } from './movements.ts'

export type StatementRow = Movement & {
  /** Of the row's account, after it. */
  balanceKes: number
}

export function makeStatement(movements: Movement[]): StatementRow[] {
  const balances = { utility: 0, working: 0, charges: 0 }
  const inOrder = [...movements].sort((one, other) => compare(one.completedAt, other.completedAt))
  return inOrder.map((movement) => {
    balances[movement.account] += movement.amountKes
    return { ...movement, balanceKes: balances[movement.account] }
  })
}

/** The payouts alone, as a file for an import. Nothing in it needs quoting. */
export function makePayoutsCsv(rows: StatementRow[]): string {
  const lines = rows
    .filter(({ kind }) => kind === 'payout')
    .map(({ receipt, amountKes, msisdn = '', completedAt }) =>
      [receipt, -amountKes, msisdn, formatEatPlain(new Date(completedAt))].join(','),
    )
  return `${['receipt,amount,number,completed at', ...lines].join('\n')}\n`
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
