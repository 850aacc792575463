import { expect, test } from 'vitest'
import { listAmounts } from './request-form.tsx'

const terms = {
  kesPerPoint: 1000,
  minWithdrawalPoints: 1,
  mpesaMinKes: 10,
  mpesaMaxKes: 250_000,
  airtimeMaxKes: 10_000,
}
const amounts = (availablePoints: number, method: Parameters<typeof listAmounts>[0]['method'] = '') =>
  listAmounts({ terms, availablePoints, method }).map(({ name, points }) => `${name} ${points}`)

test('the least, half of the balance and all of it are offered', () => {
  expect(amounts(21)).toEqual(['least 1', 'half 10', 'all 21'])
})

test('no amount is offered twice, and none below the minimum', () => {
  expect(amounts(1)).toEqual(['all 1'])
  expect(amounts(2)).toEqual(['half 1', 'all 2'])
  expect(amounts(0)).toEqual([])
})

test.each([
  ['mpesa', ['least 1', 'half 125', 'most 250']],
  ['airtime', ['least 1', 'half 5', 'most 10']],
  ['bank', ['least 1', 'half 300', 'all 600']],
] as const)('no more is offered than one payment by %s carries', (method, expected) => {
  expect(amounts(600, method)).toEqual(expected)
})

test('the least follows what M-Pesa accepts', () => {
  const low = { ...terms, kesPerPoint: 1 }
  const [least] = listAmounts({ terms: low, availablePoints: 500, method: 'mpesa' })
  expect(least).toEqual({ name: 'least', points: 10 })
})
