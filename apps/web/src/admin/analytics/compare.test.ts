import { expect, test } from 'vitest'
import { changeInPercent, periodBefore, weeklyTicks } from './figures.tsx'

test('a period is compared with the one of the same length before it', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-30' })).toEqual({
    from: '2026-01-30',
    to: '2026-02-28',
  })
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  })
})

test('a change is a whole percentage, and nothing to compare with is not a change', () => {
  expect(changeInPercent(15, 10)).toBe(50)
  expect(changeInPercent(0, 3)).toBe(-100)
  expect(changeInPercent(-2, -4)).toBe(50)
  expect(changeInPercent(5, 0)).toBeNull()
})

test('an axis has one tick a week, the last day included', () => {
  const days = Array.from({ length: 30 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`)
  expect(weeklyTicks(days)).toEqual(['2026-01-02', '2026-01-09', '2026-01-16', '2026-01-23', '2026-01-30'])
  expect(weeklyTicks(days.slice(0, 7))).toEqual(['2026-01-01', '2026-01-07'])
})
