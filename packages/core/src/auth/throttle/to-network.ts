import { isIPv6 } from 'node:net'

/**
 * The network that a limit counts. An IPv6 customer has a whole /64 and could use another address for every request. An
 * IPv4 address counts individually, also as an IPv4-mapped IPv6 address.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const groups = expand(address)
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') return toIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Expand an address into its eight groups. */
function expand(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

function toIpv4(groups: string[]): string {
  return groups
    .flatMap((group) => {
      const number = Number.parseInt(group, 16)
      return [number >> 8, number & 255]
    })
    .join('.')
}
