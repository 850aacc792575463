import { expect, test } from 'vitest'
import { isAddressRange, isAllowedAddress, isBroadRange, isPublicAddress } from './addresses.ts'

test.each([
  ['an address in its range', '192.0.2.77', ['192.0.2.0/24'], true],
  ['the first of a range', '192.0.2.8', ['192.0.2.8/29'], true],
  ['the last of a range', '192.0.2.15', ['192.0.2.8/29'], true],
  ['the next after a range', '192.0.2.16', ['192.0.2.8/29'], false],
  ['a range written by one of its hosts', '20.76.54.47', ['20.76.54.45/29'], true],
  ['one address', '192.0.2.1', ['192.0.2.1'], true],
  ['another address', '192.0.2.2', ['192.0.2.1'], false],
  ['the second of a list', '198.51.100.9', ['192.0.2.1', '198.51.100.0/24'], true],
  ['nobody, where the list is empty', '192.0.2.1', [], false],
  ['an IPv4 caller at an IPv6 socket', '::ffff:192.0.2.77', ['192.0.2.0/24'], true],
  ['the same in hexadecimal', '::ffff:c000:24d', ['192.0.2.0/24'], true],
  ['a stranger at an IPv6 socket', '::ffff:198.51.100.1', ['192.0.2.0/24'], false],
  ['an address listed in its IPv6 spelling', '192.0.2.1', ['::ffff:192.0.2.1'], true],
  ['an IPv6 address', '2001:db8::2', ['2001:db8::/64'], true],
  ['an IPv6 address in long spelling', '2001:0DB8:0:0::2', ['2001:db8::2'], true],
  ['another IPv6 network', '2001:db8:1::2', ['2001:db8::/48'], false],
  ['an IPv6 caller and an IPv4 list', '2001:db8::2', ['192.0.2.0/24'], false],
  ['an IPv4 caller and an IPv6 list', '192.0.2.1', ['2001:db8::/32'], false],
  ['an IPv4-compatible address, which is not a mapped one', '::192.0.2.77', ['192.0.2.0/24'], false],
  ['an octal spelling', '0300.0.2.77', ['192.0.2.0/24'], false],
  ['a hexadecimal spelling', '0xc0.0.2.77', ['192.0.2.0/24'], false],
  ['a shortened spelling', '192.589', ['192.0.2.0/24'], false],
  ['an address with a zone', 'fe80::1%eth0', ['fe80::/64'], false],
  ['an address with a port', '192.0.2.77:443', ['192.0.2.0/24'], false],
  ['a forwarded list', '192.0.2.77, 198.51.100.1', ['192.0.2.0/24'], false],
  ['nothing', '', ['192.0.2.0/24'], false],
  ['a list entry that cannot be read', '192.0.2.77', ['everybody', '192.0.2.0/'], false],
])('%s', (_name, address, ranges, expected) => {
  expect(isAllowedAddress(address, ranges)).toBe(expected)
})

test.each([
  ['192.0.2.1', true],
  ['192.0.2.0/24', true],
  ['2001:db8::/32', true],
  ['::ffff:192.0.2.1', true],
  ['::ffff:192.0.2.0/120', false],
  ['192.0.2.0/33', false],
  ['192.0.2.0/024', false],
  ['192.0.2.0/-1', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/24/24', false],
  ['192.0.2.0/255.255.255.0', false],
  ['192.0.2', false],
  ['earn.example', false],
  ['', false],
])('%s as a list entry: %s', (text, expected) => {
  expect(isAddressRange(text)).toBe(expected)
})

test.each([
  ['0.0.0.0/0', true],
  ['192.0.0.0/15', true],
  ['192.0.0.0/16', false],
  ['::/0', true],
  ['2001:db8::/31', true],
  ['2001:db8::/32', false],
])('%s excludes nobody: %s', (text, expected) => {
  expect(isBroadRange(text)).toBe(expected)
})

test.each(['8.8.8.8', '196.201.214.200', '172.32.0.1', '2a00:1450:4001:82a::200e', '2c0f:fe38::1'])(
  '%s is on the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  // Cloud metadata, carrier-grade NAT, documentation, benchmarking, broadcast, reserved.
  ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
  ],
  // Not allocated, or used by special networks.
  ...['200::1', '4000::1', 'f000::1'],
  // An IPv4 address in an IPv6 one: mapped, compatible, translated, 6to4, Teredo.
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
  // Spellings that make one address look like another.
  ...[
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    ' 8.8.8.8',
    '8.8.8.8\n',
    'localhost',
    '',
  ],
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
