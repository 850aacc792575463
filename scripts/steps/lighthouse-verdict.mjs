/**
 * The most important pages with their minimum scores. Pages for people who are signed in are hidden from search engines on purpose: the
 * audit that demands the opposite is skipped there, and the table says so.
 */
export const LIGHTHOUSE_PAGES = [
  { name: 'landing', path: '/', performance: 99, blockingRatio: 0.3 },
  { name: 'log-in', path: '/login', performance: 95, blockingRatio: 1.2 },
  { name: 'dashboard', path: '/dashboard', performance: 95, blockingRatio: 1.2, reader: 'member' },
  { name: 'surveys', path: '/surveys', performance: 95, blockingRatio: 1.2, reader: 'member' },
  { name: 'withdraw', path: '/withdraw', performance: 95, blockingRatio: 1.2, reader: 'member' },
  { name: 'desk', path: '/admin/withdrawals', performance: 90, blockingRatio: 2, reader: 'staff' },
  {
    name: 'studio',
    path: '/admin/surveys/:survey/build',
    performance: 90,
    blockingRatio: 2,
    reader: 'staff',
  },
  { name: 'analytics', path: '/admin/analytics', performance: 90, blockingRatio: 2, reader: 'staff' },
]

export const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
}

/** Pick the run with the median performance: other work on the machine disturbs single runs. */
export function medianRun(runs) {
  const sorted = [...runs].sort((a, b) => a.scores.performance - b.scores.performance)
  return sorted[Math.floor(sorted.length / 2)]
}

/** The largest paint on Lighthouse's slow phone. Staff wait for a page's code once a day. */
const LARGEST_PAINT_MS = 1200
const STAFF_PAINT_MS = 2500

/** The middle of several measurements: other work on the machine disturbs single ones. */
export function medianOf(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** List the missed goals that are relative to the yardstick, which was audited between the same pages. */
export function findMissedRatios({ page, blockedMs, largestMs }, yardstick) {
  const ratio = blockedMs / yardstick.blockedMs
  const paintMs = page.reader === 'staff' ? STAFF_PAINT_MS : LARGEST_PAINT_MS
  return [
    ...(ratio > page.blockingRatio
      ? [`${page.name}: blocked ${ratio.toFixed(2)} of the yardstick, wanted ${page.blockingRatio}`]
      : []),
    ...(largestMs > paintMs
      ? [`${page.name}: largest paint after ${Math.round(largestMs)} ms, wanted ${paintMs}`]
      : []),
  ]
}

/** List the missed goals: performance by the median run, everything that does not depend on the machine in every run. */
export function findMissedGoals(page, runs) {
  const median = medianRun(runs)
  return Object.entries(CATEGORIES).flatMap(([category, label]) => {
    const isPerformance = category === 'performance'
    const goal = isPerformance ? page.performance : 100
    const short = (isPerformance ? [median] : runs).find(({ scores }) => scores[category] < goal)
    if (!short) return []
    const why = short.failed[category]
    return [`${page.name}: ${label} ${short.scores[category]}, wanted ${goal}${why ? ` (${why})` : ''}`]
  })
}
