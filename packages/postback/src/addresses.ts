import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

// Only the full spelling: ipaddr.js also reads octal, hexadecimal and shortened forms, in which one address looks
// like another.
function readAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return undefined
  // ipaddr.js takes the long abolished ::1.2.3.4 for the IPv4 address in it.
  if (text.includes('.') && !/^::ffff:/i.test(text)) return undefined
  // A dual-stack socket reports an IPv4 caller as ::ffff:1.2.3.4.
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/** A range in CIDR notation, or one address. */
function readRange(text: string): readonly [Address, number] | undefined {
  const [network = '', bits, ...rest] = text.split('/')
  const address = readAddress(network)
  if (!address || rest.length > 0) return undefined
  const width = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, width]
  // The prefix of a mapped range counts from the IPv6 side; it has to be written as the IPv4 range it means.
  if (network.includes(':') && width === 32) return undefined
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= width ? [address, Number(bits)] : undefined
}

export function isAddressRange(text: string): boolean {
  return readRange(text) !== undefined
}

/** Whether a range is so wide that it includes strangers and protects nothing. */
export function isBroadRange(text: string): boolean {
  const range = readRange(text)
  return range !== undefined && range[1] < (range[0].kind() === 'ipv4' ? 16 : 32)
}

/** Whether an address is in the list. Unreadable entries and addresses match nothing. */
export function isAllowedAddress(address: string, ranges: readonly string[]): boolean {
  const caller = readAddress(address)
  if (!caller) return false
  return ranges.some((text) => {
    const range = readRange(text)
    if (!range || range[0].kind() !== caller.kind()) return false
    return caller.match(range[0], range[1])
  })
}

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
