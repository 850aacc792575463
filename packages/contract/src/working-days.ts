const DAY_MS = 86_400_000
const SUNDAY = 0
const SATURDAY = 6

/** Of every year (Public Holidays Act, Cap. 110): from New Year to Utamaduni Day. */
const FIXED = ['01-01', '05-01', '06-01', '10-10', '10-20', '12-12', '12-25', '12-26'] as const

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const weekdayOf = (day: string) => new Date(timeOf(day)).getUTCDay()

/** Move a calendar day, `YYYY-MM-DD`, by a number of days. */
function shiftDay(day: string, days: number): string {
  return new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Easter Sunday by the Gregorian calendar, after Butcher. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 19 * e) / 433)
  const month = Math.floor((d + e - 7 * f + 90) / 25)
  const day = (d + e - 7 * f + 33 * month + 19) % 32
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * List Kenya's public holidays of a year, in order. One that falls on a Sunday is also kept on the next day that is none. Those that
 * the government announces, such as Idd-ul-Fitr, are not among them.
 */
export function listHolidays(year: number): string[] {
  const easter = easterOf(year)
  const days = new Set([...FIXED.map((day) => `${year}-${day}`), shiftDay(easter, -2), shiftDay(easter, 1)])
  for (const day of [...days]) {
    if (weekdayOf(day) !== SUNDAY) continue
    let next = shiftDay(day, 1)
    while (days.has(next)) next = shiftDay(next, 1)
    days.add(next)
  }
  return [...days].toSorted()
}

/** Whether banks and staff work on a day in Kenya. `extra`: holidays that the government has announced. */
export function isWorkingDay(day: string, extra: readonly string[]): boolean {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY || weekday === SUNDAY || extra.includes(day)) return false
  return !listHolidays(Number(day.slice(0, 4))).includes(day)
}

/** The `count`-th working day after a day. */
export function addWorkingDays(day: string, count: number, extra: readonly string[]): string {
  let last = day
  for (let left = count; left > 0; ) {
    last = shiftDay(last, 1)
    if (isWorkingDay(last, extra)) left -= 1
  }
  return last
}
