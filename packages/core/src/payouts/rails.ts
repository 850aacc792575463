import { BlockList, isIP } from 'node:net'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { PayoutProvider, Payouts } from './attempts/payouts.ts'

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

/** Whether a caller's address is one of these addresses and networks. */
export function isWithin(networks: readonly string[], address: string | null): boolean {
  if (address === null || isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', bits] = network.split('/')
    list.addSubnet(start, Number(bits ?? (isIP(start) === 6 ? 128 : 32)), isIP(start) === 6 ? 'ipv6' : 'ipv4')
  }
  // Also matches an IPv4 caller that a dual-stack socket reports as an IPv4-mapped IPv6 address.
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
