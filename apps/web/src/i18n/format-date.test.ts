import { afterEach, expect, test } from 'vitest'
import { formatDateTime, formatDay, formatShortDay, nameTimeZone, setTimeZone } from './format-date.ts'

const LATE = '2026-11-22T22:14:00.000Z'

afterEach(() => setTimeZone('Africa/Nairobi'))

test('a moment has one day and one time, those of the platform, wherever its reader is', () => {
  expect(formatDateTime(LATE)).toBe('23 Nov 2026, 01:14')
  expect(formatDay(LATE)).toBe('23 November 2026')
  expect(formatShortDay(LATE)).toBe('23 Nov')
  expect(nameTimeZone()).toBe('East Africa Time')
})

test('the time zone that staff choose is followed, and a statement keeps its own', () => {
  setTimeZone('UTC')
  expect(formatDateTime(LATE)).toBe('22 Nov 2026, 22:14')
  expect(formatDateTime(LATE, 'Africa/Nairobi')).toBe('23 Nov 2026, 01:14')
})
