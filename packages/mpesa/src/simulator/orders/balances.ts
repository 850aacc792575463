import type { Movement } from './movements.ts'

export type Funds = { utilityKes: number; workingKes: number; chargesKes: number }

export function balancesOf(movements: Movement[]): Funds {
  const sum = (account: Movement['account']) =>
    movements.reduce((total, move) => (move.account === account ? total + move.amountKes : total), 0)
  return { utilityKes: sum('utility'), workingKes: sum('working'), chargesKes: sum('charges') }
}
