import { expect, test } from 'vitest'
import { priceQuote } from './quote-price.ts'

const parts = {
  completes: 100,
  incidencePercent: 50,
  minutes: 10,
  rewardCents: 10_000,
  screenOutCents: 1000,
  minuteCents: 100,
  marginPercent: 50,
  setupCents: 500_000,
}

test('a price pays the reward, those who are screened out, effort, the margin and a share of the set-up', () => {
  // (100 + 10 × 1 + 10 × 1) × 1.5 + 5,000 ÷ 100 = 230.
  expect(priceQuote(parts)).toEqual({ priceCents: 23_000, totalCents: 2_300_000 })
})

test('the rarer the people, the more of them are screened out for each answer', () => {
  expect(priceQuote({ ...parts, incidencePercent: 100 }).priceCents).toBe(21_500)
  // Nine are screened out for each: 90 more, with the margin 120 more than at half.
  expect(priceQuote({ ...parts, incidencePercent: 10 }).priceCents).toBe(35_000)
})

test('a price is rounded up to a cent, and never by an error of floats', () => {
  expect(priceQuote({ ...parts, completes: 3 }).priceCents).toBe(18_000 + 166_667)
  const whole = {
    ...parts,
    incidencePercent: 100,
    minuteCents: 0,
    setupCents: 0,
    rewardCents: 1100,
    marginPercent: 10,
  }
  expect(priceQuote(whole).priceCents).toBe(1210)
})
