import { expect, test } from 'vitest'
import { presetOf, readToday, toPeriod } from './figure-panel.tsx'
import { readAnalyticsSearch } from './period-search.ts'

const offer = '00000000-0000-4000-8000-000000000000'

test('an address without a period means the last thirty days, today included', () => {
  const search = readAnalyticsSearch({})
  expect(search).toEqual({})
  expect(presetOf(search)).toBe(30)
  expect(toPeriod(search, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})

test('chosen days win over a preset', () => {
  const search = readAnalyticsSearch({ days: 7, from: '2026-01-01', to: '2026-01-02', offer })
  expect(search).toEqual({ from: '2026-01-01', to: '2026-01-02', offer })
  expect(presetOf(search)).toBeNull()
  expect(toPeriod(search, '2026-03-01')).toEqual({ from: '2026-01-01', to: '2026-01-02' })
})

test.each([
  [{ days: 8 }],
  [{ days: '7' }],
  [{ from: '2026-01-02', to: '2026-01-01' }],
  [{ from: '2026-02-30', to: '2026-03-01' }],
  [{ from: '2024-01-01', to: '2025-01-01' }],
  [{ from: '2026-01-02' }],
  [{ offer: 'x' }],
])('an invalid search is dropped: %j', (search) => {
  expect(readAnalyticsSearch(search)).toEqual({})
})

test('a leap year fits in one period', () => {
  const year = { from: '2024-01-01', to: '2024-12-31' }
  expect(readAnalyticsSearch(year)).toEqual(year)
})

test('days are days in Nairobi', () => {
  expect(readToday(new Date('2026-01-01T20:59:59Z'))).toBe('2026-01-01')
  expect(readToday(new Date('2026-01-01T21:00:00Z'))).toBe('2026-01-02')
})
