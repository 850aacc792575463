import { expect, test } from 'vitest'
import { POSTING_KINDS, REWARD_KINDS } from '../posting-kinds.ts'
import { taxOf } from '../wallet/withdrawal-rules.ts'
import { EARNINGS_OF, kraPin, TAX_EARNINGS } from './tax.ts'

test.each([
  [1, 50, 1],
  [9, 5, 0],
  [10, 5, 1],
  [29, 5, 1],
  [30, 5, 2],
  [1_000_000_000_000, 50, 500_000_000_000],
  [100, 0.5, 1],
  [99, 0.5, 0],
  [1000, 1.15, 12],
])('KES %i at %f %% is KES %i: half a shilling counts as one', (amountKes, percent, taxKes) => {
  expect(taxOf(amountKes, percent)).toBe(taxKes)
})

test('every reward has a kind of earnings, and nothing else has', () => {
  expect(Object.keys(EARNINGS_OF).sort()).toEqual([...REWARD_KINDS].sort())
  expect(POSTING_KINDS.length).toBeGreaterThan(REWARD_KINDS.length)
  for (const earnings of Object.values(EARNINGS_OF)) expect(TAX_EARNINGS).toContain(earnings)
})

test.each([
  [' a123456789b ', 'A123456789B'],
  ['A 123-456-789 B', 'A123456789B'],
  ['A12345678B', null],
  ['1123456789B', null],
  ['A123456789', null],
])('%s is the KRA PIN %s', (typed, pin) => {
  const read = kraPin.safeParse(typed)
  expect(read.success ? read.data : null).toBe(pin)
})
