import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['12,500', 12_500],
  ['12 500', 12_500],
  ['12\u00a0500', 12_500],
  ['12\u202f500.50', 12_500.5],
  ["12'500", 12_500],
  ['12’500', 12_500],
  ['1,234.50', 1234.5],
  ['KES 12,500', 12_500],
  ['KES12,500.00', 12_500],
  ['Ksh1,234.00', 1234],
  ['Kshs. 1,234', 1234],
  ['1,234 KES', 1234],
  ['500/=', 500],
  ['500.00/-', 500],
  ['Sh 500', 500],
  ['1,23,456.00', 123_456],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ['1.234.567', 1_234_567],
  ['١٢٬٥٠٠', 12_500],
  ['١٢٣٫٥', 123.5],
  ['１２，５００', 12_500],
  ['\u200e12500\u200f', 12_500],
  ['12500', 12_500],
  ['12.5', 12.5],
  ['.5', 0.5],
  ['-12.50', -12.5],
  ['−12.50', -12.5],
  ['-KES 1,000', -1000],
  ['KES -1,000', -1000],
  ['1.500', 'AMOUNT_AMBIGUOUS'],
  ['0.500', 0.5],
  ['12.500', 'AMOUNT_AMBIGUOUS'],
  ['1.234', 'AMOUNT_AMBIGUOUS'],
  ['1,23', 'AMOUNT_AMBIGUOUS'],
  ['12,50', 'AMOUNT_AMBIGUOUS'],
  ['0,500', 'AMOUNT_AMBIGUOUS'],
  ['1,2345', 'AMOUNT_AMBIGUOUS'],
  ['1,234,5', 'AMOUNT_AMBIGUOUS'],
  ['1234.567', 'TOO_MANY_DECIMALS'],
  ['$12', 'OTHER_CURRENCY'],
  ['USD 12', 'OTHER_CURRENCY'],
  ['1e3', 'NOT_AN_AMOUNT'],
  ['12k', 'NOT_AN_AMOUNT'],
  ['1 2', 'NOT_AN_AMOUNT'],
  ['', 'NOT_AN_AMOUNT'],
  ['.', 'NOT_AN_AMOUNT'],
  ['--5', 'NOT_AN_AMOUNT'],
])('%j is read as %s', (text, amount) => {
  const read = readAmount(text, { currency: 'KES' })
  expect('amount' in read ? read.amount : read.problem).toBe(amount)
})

test('a field of dollars reads dollars, and points have no currency', () => {
  expect(readAmount('$1,234.50', { currency: 'USD' })).toEqual({ amount: 1234.5 })
  expect(readAmount('US$ 12', { currency: 'USD' })).toEqual({ amount: 12 })
  expect(readAmount('12 USD', { currency: 'USD' })).toEqual({ amount: 12 })
  expect(readAmount('KES 12', { currency: 'USD' })).toEqual({ problem: 'OTHER_CURRENCY' })
  expect(readAmount('KES 12')).toEqual({ problem: 'OTHER_CURRENCY' })
  expect(readAmount('12.5', { decimals: 0 })).toEqual({ problem: 'TOO_MANY_DECIMALS' })
  expect(readAmount('130.2551', { decimals: 4 })).toEqual({ amount: 130.2551 })
})
