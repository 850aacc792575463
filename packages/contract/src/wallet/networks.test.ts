import { expect, test } from 'vitest'
import { findForeignNetwork, networkOf } from './networks.ts'

test.each([
  ['254712345678', 'safaricom'],
  ['254110345678', 'safaricom'],
  ['254740345678', 'safaricom'],
  ['254768345678', 'safaricom'],
  ['254733345678', 'airtel'],
  ['254100345678', 'airtel'],
  ['254785345678', 'airtel'],
  ['254762345678', 'airtel'],
  ['254770345678', 'telkom'],
  ['254763345678', 'equitel'],
  ['254747345678', 'faiba'],
  ['254744345678', 'other'],
])('%s is a number of %s', (number, network) => {
  expect(networkOf(number)).toBe(network)
})

test.each([
  ['mpesa', '254733345678', 'airtel'],
  ['airtel', '254712345678', 'safaricom'],
  ['mpesa', '254712345678', null],
  ['airtel', '254733345678', null],
  // Nobody can tell, so nobody is refused.
  ['mpesa', '254744345678', null],
  ['airtime', '254770345678', null],
] as const)('%s and %s: the number is of %s', (method, number, network) => {
  expect(findForeignNetwork(method, number)).toBe(network)
})
