import ipaddr from 'ipaddr.js'

/** The only IPv6 addresses that are given out. Mapped and translated IPv4 ones lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')
const GLOBAL_UNICAST_BITS = 3

/**
 * Whether an address is somebody's on the public internet: not of this machine, of its network, of a cloud's metadata, nor
 * any other that has a meaning of its own. Only the full spelling is read; what cannot be read is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS) && address.range() === 'unicast'
}
