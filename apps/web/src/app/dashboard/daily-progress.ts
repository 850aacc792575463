import type { Opportunity, TodayStats } from '@chuma/contract/tasks/games'

/** What renews every day. Other activities are done once and do not count. */
const DAILY: ReadonlySet<Opportunity['kind']> = new Set(['daily-login', 'video', 'ad', 'quiz', 'spin'])

/** Count how many of the daily activities open to a member are done. */
export function dailyProgress({ opportunities }: Pick<TodayStats, 'opportunities'>, isPremium: boolean) {
  const mine = opportunities.filter((way) => DAILY.has(way.kind) && (isPremium || !way.isPremium))
  const done = mine.reduce((sum, way) => sum + way.done, 0)
  const open = mine.reduce((sum, way) => sum + way.open, 0)
  return { done, total: done + open }
}
