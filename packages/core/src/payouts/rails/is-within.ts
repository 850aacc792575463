import { BlockList, isIP } from 'node:net'

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
