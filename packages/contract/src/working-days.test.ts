import { expect, test } from 'vitest'
import { addWorkingDays, isWorkingDay, listHolidays } from './working-days.ts'

/** As the government kept them, without those that it announced for the year. */
test.each([
  // Christmas was a Sunday and the day after it a holiday already; Labour Day was a Sunday too.
  [2022, '01-01 04-15 04-18 05-01 05-02 06-01 10-10 10-20 12-12 12-25 12-26 12-27'],
  [2023, '01-01 01-02 04-07 04-10 05-01 06-01 10-10 10-20 12-12 12-25 12-26'],
  [2024, '01-01 03-29 04-01 05-01 06-01 10-10 10-20 10-21 12-12 12-25 12-26'],
  [2025, '01-01 04-18 04-21 05-01 06-01 06-02 10-10 10-20 12-12 12-25 12-26'],
  [2026, '01-01 04-03 04-06 05-01 06-01 10-10 10-20 12-12 12-25 12-26'],
  [2027, '01-01 03-26 03-29 05-01 06-01 10-10 10-11 10-20 12-12 12-13 12-25 12-26 12-27'],
])('the holidays of %i are those of the calendar', (year, days) => {
  expect(listHolidays(year).map((day) => day.slice(5))).toEqual(days.split(' '))
})

test.each([
  ['a Friday', '2026-11-27', true],
  ['a Saturday', '2026-11-28', false],
  ['a Sunday', '2026-11-29', false],
  ['Mashujaa Day', '2026-10-20', false],
  ['the Monday after Madaraka Day on a Sunday', '2025-06-02', false],
  ['Good Friday', '2027-03-26', false],
  ['a holiday that was announced', '2025-03-31', false],
])('%s, %s, is a working day: %s', (_name, day, expected) => {
  expect(isWorkingDay(day, ['2025-03-31'])).toBe(expected)
})

test('working days are counted from the next day on, over weekends, holidays and announced days', () => {
  expect(addWorkingDays('2026-11-20', 5, [])).toBe('2026-11-27')
  // Good Friday to Easter Monday.
  expect(addWorkingDays('2026-04-02', 1, [])).toBe('2026-04-07')
  expect(addWorkingDays('2026-12-24', 5, [])).toBe('2027-01-04')
  expect(addWorkingDays('2026-12-24', 5, ['2026-12-28', '2027-01-04'])).toBe('2027-01-06')
})
