const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Nairobi has no daylight saving time. */
const NAIROBI_MS = 3 * HOUR_MS

export type Calendar = ReturnType<typeof createCalendar>

/** Reckon in Nairobi's days, counted back from `now`: 0 is today, 1 yesterday. */
export function createCalendar(now: Date) {
  const today = Math.floor((now.getTime() + NAIROBI_MS) / DAY_MS) * DAY_MS - NAIROBI_MS
  const midnight = (daysAgo: number) => today - daysAgo * DAY_MS
  const calendar = {
    now,
    /** This minute of that day. */
    at: (daysAgo: number, minutes: number) => new Date(midnight(daysAgo) + Math.round(minutes * 60_000)),
    dayOf: (moment: Date) => new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 10),
    daysAgoOf: (moment: Date) => Math.ceil((today - moment.getTime()) / DAY_MS),
    /** 0 is Sunday. */
    weekdayOf: (daysAgo: number) => new Date(midnight(daysAgo) + NAIROBI_MS).getUTCDay(),
    isWeekend: (daysAgo: number) => [0, 6].includes(calendar.weekdayOf(daysAgo)),
    isPast: (moment: Date) => moment < now,
    /** The next moment at which somebody of staff is at their desk: eight to six, on weekdays. */
    atDesk: (moment: Date): Date => {
      const daysAgo = calendar.daysAgoOf(moment)
      const minutes = (moment.getTime() - midnight(daysAgo)) / 60_000
      if (calendar.isWeekend(daysAgo) || minutes > 18 * 60) {
        return calendar.atDesk(calendar.at(daysAgo - 1, 8 * 60 + (minutes % 50)))
      }
      return minutes < 8 * 60 ? calendar.at(daysAgo, 8 * 60 + (minutes % 50)) : moment
    },
  }
  return calendar
}

export const later = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes * 60_000))
