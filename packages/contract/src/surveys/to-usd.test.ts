import { expect, test } from 'vitest'
import { formatUsd } from '../format-money.ts'
import { toUsd } from './survey-measures.ts'

test.each([
  [129, 129, 1],
  [128, 129, 0.99],
  [1000, 129, 7.75],
  [2000, 129, 15.5],
  [12_900_000_000, 129, 100_000_000],
  [1295, 129.5, 10],
  [3, 0.1, 30],
  [1_000_000_000_000, 0.7, 1_428_571_428_571.42],
])('KES %i at %f a dollar is $%f, never a cent more', (amountKes, kesPerUsd, usd) => {
  expect(toUsd(amountKes, kesPerUsd)).toBe(usd)
})

test('dollars are shown with their cents', () => {
  expect([formatUsd(15.5), formatUsd(1234)]).toEqual(['$15.50', '$1,234.00'])
})
