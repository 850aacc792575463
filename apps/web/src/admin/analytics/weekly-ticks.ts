const WEEK = 7

/** The days of a chart's axis that have a tick: one a week, counted back from the last day. */
export function weeklyTicks(days: readonly string[]): string[] {
  const last = days.length - 1
  return days.filter((_day, index) => (last - index) % WEEK === 0 || (days.length <= WEEK && index === 0))
}
