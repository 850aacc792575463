import { expect, test } from 'vitest'
import { formatKes, formatUsd } from './format-money.ts'

test('a loss has its sign before the currency, and zero is not a loss', () => {
  expect([1000, 0, -0.4, -860].map(formatKes)).toEqual(['KES 1,000', 'KES 0', 'KES 0', '−KES 860'])
})

test('a loss in dollars has the same sign', () => {
  expect([12.5, -1234.5].map(formatUsd)).toEqual(['$12.50', '−$1,234.50'])
})

test('shillings are grouped as everywhere in Kenya', () => {
  const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
  for (let amount = 0.5; amount < 1e15; amount *= 3.7) {
    expect(formatKes(amount)).toBe(`KES ${grouped.format(amount)}`)
  }
})
