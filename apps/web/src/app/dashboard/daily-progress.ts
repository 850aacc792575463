import type { Opportunity, TodayStats } from '@chuma/contract/tasks/games'

/** What begins anew every day. The others are done once, and no day is ever full of them. */
const DAILY: ReadonlySet<Opportunity['kind']> = new Set(['daily-login', 'video', 'ad', 'quiz', 'spin'])

/** How much of a day's work a member has done, of what is open to him. */
export function dailyProgress({ opportunities }: Pick<TodayStats, 'opportunities'>, isPremium: boolean) {
  const mine = opportunities.filter((way) => DAILY.has(way.kind) && (isPremium || !way.isPremium))
  const done = mine.reduce((sum, way) => sum + way.done, 0)
  const open = mine.reduce((sum, way) => sum + way.open, 0)
  return { done, total: done + open }
}
