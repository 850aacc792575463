import { expect, test } from 'vitest'
import { findNumberEnd, readCents, readDay, readMoment, shortenDetails } from './read-cells.ts'

test.each([
  ['2000', 2000_00],
  ['2,000.00', 2000_00],
  ['-2,000.5', -2000_50],
  ['1 234 567.89', 1_234_567_89],
  ['(350.00)', -350_00],
  ['350.00 DR', -350_00],
  ['350.00 CR', 350_00],
  ['KES 700', 700_00],
  ['-KES 700', -700_00],
  ['Ksh. 700.25', 700_25],
  ['2.000,50', 2000_50],
  ['0.07', 7],
  ['0.00', 0],
  ['-0.00', 0],
  // A float would be 1.1499999999999999 shillings here.
  ['1.15', 115],
  ['70,368,744.17', 70_368_744_17],
])('%s is %i cents', (text, cents) => {
  expect(readCents(text)).toBe(cents)
})

test.each([
  '',
  '-',
  '2.000',
  '1,00',
  '20,00,000',
  '1.005',
  'abc',
  '1e3',
  '0x10',
  '--5',
  '1,000.00.00',
  '9'.repeat(13),
])('%s is no amount', (text) => {
  // Two decimals behind a comma are an amount; three digits behind a dot could be a thousand.
  expect(readCents(text)).toBe(text === '1,00' ? 100 : null)
})

test.each([
  ['05-01-2025 16:20:00', '2025-01-05 16:20:00 Africa/Nairobi'],
  ['05/01/2025 16:20', '2025-01-05 16:20:00 Africa/Nairobi'],
  ['2025-01-05T16:20:00Z', '2025-01-05T16:20:00Z'],
  ['2025-01-05 16:20:00+03:00', '2025-01-05T16:20:00+03:00'],
  ['2025-01-05 16:20:00+99:99', null],
  ['30-02-2025 16:20:00', null],
  ['05-01-1999 16:20:00', null],
  ['05-01-2025', null],
])('the moment %s is %s', (text, moment) => {
  expect(readMoment(text, 'Africa/Nairobi')).toBe(moment)
})

test.each([
  ['05/01/2025', 'DD/MM/YYYY', '2025-01-05'],
  ['5/1/2025', 'DD/MM/YYYY', '2025-01-05'],
  ['01/05/2025', 'MM/DD/YYYY', '2025-01-05'],
  ['2025-01-05', 'YYYY-MM-DD', '2025-01-05'],
  ['05-JAN-2025', 'DD MMM YYYY', '2025-01-05'],
  ['13/13/2025', 'DD/MM/YYYY', null],
  ['2025-01-05', 'DD-MM-YYYY', null],
] as const)('the day %s as %s is %s', (text, format, day) => {
  expect(readDay(text, format, 'Africa/Nairobi')).toBe(day && `${day} 00:00:00 Africa/Nairobi`)
})

test('of a number its end is kept, and no name behind it', () => {
  const text = 'Business Payment to 2547******678 - Invented Member'
  expect(shortenDetails(text)).toBe('Business Payment to …678')
  expect(findNumberEnd(text)).toBe('678')
  expect(findNumberEnd('TKB1234567 of January')).toBeNull()
})
