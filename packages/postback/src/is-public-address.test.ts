import { expect, test } from 'vitest'
import { isPublicAddress } from './is-public-address.ts'

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
