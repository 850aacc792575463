import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { PayoutProvider, Payouts } from '../attempts/payouts.ts'

type Rails = Pick<Payouts, 'rails'>

/** Choose who pays a new order of this method; null: staff do, by hand. */
export function chooseRail({ rails }: Rails, method: WithdrawalMethod): PayoutProvider | null {
  return rails.find(({ isRetired, methods }) => !isRetired && methods.includes(method)) ?? null
}

/** Find who was asked to pay an attempt; undefined when it is not set up any more. */
export function findRail({ rails }: Rails, name: string): PayoutProvider | undefined {
  return rails.find((rail) => rail.name === name)
}

/** The names of the providers that get new payments. */
export function listOpenRails({ rails }: Rails): string[] {
  return rails.filter(({ isRetired }) => !isRetired).map(({ name }) => name)
}
