import ipaddr from 'ipaddr.js'

/** The allocated IPv6 range. Mapped and translated IPv4 addresses are outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::')
const GLOBAL_UNICAST_BITS = 3

/**
 * Whether an address is on the public internet: not this machine, a private network, cloud metadata or another special
 * range. Only the full spelling is accepted; an unreadable address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === 'unicast'
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(text)
  return address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS) && address.range() === 'unicast'
}
