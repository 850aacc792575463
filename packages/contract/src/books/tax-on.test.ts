import { expect, test } from 'vitest'
import { taxOn } from './tax-on.ts'

const economy = {
  withholdingTax: [
    { from: '2026-03-01', percent: 5 },
    { from: '2026-07-01', percent: 7.25 },
    { from: '2026-09-01', percent: 0 },
  ],
}

test.each([
  ['2026-02-28', 0, 0],
  ['2026-03-01', 5, 50],
  ['2026-06-30', 5, 50],
  ['2026-07-01', 7.25, 73],
  ['2026-08-31', 7.25, 73],
  ['2026-09-01', 0, 0],
])('on %s the rate is %f %%', (day, taxPercent, taxKes) => {
  expect(taxOn(economy, 1000, day)).toEqual({ taxPercent, taxKes })
})

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
  const rates = { withholdingTax: [{ from: '2026-01-01', percent }] }
  expect(taxOn(rates, amountKes, '2026-01-01').taxKes).toBe(taxKes)
})

test('without a rate nothing is withheld', () => {
  expect(taxOn({ withholdingTax: [] }, 1000, '2026-01-01')).toEqual({ taxPercent: 0, taxKes: 0 })
})
