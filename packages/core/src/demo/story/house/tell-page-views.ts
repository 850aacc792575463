import { isCampaign, STORY_DAYS, type World } from '../world.ts'

const DAY = 24 * 60

/** Views of an ordinary Tuesday at the end of the story. */
const VIEWS: Record<string, number> = {
  '/': 96,
  '/signup': 21,
  '/login': 38,
  '/dashboard': 118,
  '/surveys': 84,
  '/survey/$surveyId': 46,
  '/withdraw': 29,
  '/profile': 14,
  '/activity': 17,
  '/about': 9,
  '/contact': 6,
  '/transparency': 8,
  '/invite': 5,
}
const RHYTHM = [0.55, 1.02, 1.1, 1.06, 1, 0.92, 0.66]

/** Page views of those who agreed to be counted: they grow, rest on Sundays, and jump with the campaign. */
export function tellPageViews({ rows, random, calendar }: World): void {
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    const growth = 0.3 + 0.7 * (1 - daysAgo / STORY_DAYS)
    const rhythm = RHYTHM[calendar.weekdayOf(daysAgo)] ?? 1
    const soFar =
      daysAgo > 0
        ? 1
        : Math.max(0.05, (calendar.now.getTime() - calendar.at(0, 0).getTime()) / (DAY * 60_000))
    const bump = isCampaign(daysAgo) ? 1.9 : 1
    for (const [route, usual] of Object.entries(VIEWS)) {
      const isEntry = route === '/' || route === '/signup'
      const share = growth * rhythm * soFar * (isEntry ? bump : (1 + bump) / 2)
      const views = Math.round(usual * share * (0.88 + 0.24 * random.next()))
      if (views > 0)
        rows.pageView.push({ day: calendar.dayOf(calendar.at(daysAgo, 720)), route, shard: 0, views })
    }
  }
}
