import { expect, test } from 'vitest'
import { formatEatCompact, formatEatDotted, parseEatTime } from './eat-time.ts'

const moment = new Date('2026-11-20T19:48:52Z')

test('both of Daraja’s formats are parsed as East Africa Time', () => {
  expect(parseEatTime('20.11.2026 22:48:52')).toEqual(moment)
  expect(parseEatTime('20261120224852')).toEqual(moment)
})

test('a day that has begun only in Nairobi keeps its date', () => {
  const pastMidnight = new Date('2026-12-31T21:00:05Z')
  expect(formatEatDotted(pastMidnight)).toBe('01.01.2027 00:00:05')
  expect(formatEatCompact(pastMidnight)).toBe('20270101000005')
  expect(parseEatTime(formatEatDotted(pastMidnight))).toEqual(pastMidnight)
  expect(parseEatTime(formatEatCompact(pastMidnight))).toEqual(pastMidnight)
})

test.each([
  '',
  '31.02.2026 10:00:00',
  '20261320224852',
  '20.11.2026 24:00:00',
  '2026-11-20T22:48:52',
  '11.20.2026',
])('"%s" is not a time', (text) => {
  expect(parseEatTime(text)).toBeUndefined()
})
