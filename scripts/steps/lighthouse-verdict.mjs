/**
 * The pages that decide whether somebody stays, with the least that Lighthouse may say of them. A member's pages stay out of
 * search engines: the audit that asks for the opposite is left out there, and the table says so.
 */
export const LIGHTHOUSE_PAGES = [
  { name: 'landing', path: '/', performance: 99 },
  { name: 'log-in', path: '/login', performance: 95 },
  { name: 'dashboard', path: '/dashboard', performance: 95, needsMember: true },
  { name: 'surveys', path: '/surveys', performance: 95, needsMember: true },
  { name: 'withdraw', path: '/withdraw', performance: 95, needsMember: true },
]

export const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
}

/** The machine's other work disturbs a run; of an odd number the one in the middle is the one to believe. */
export function medianRun(runs) {
  const sorted = [...runs].sort((a, b) => a.scores.performance - b.scores.performance)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Performance goes by the median; what does not depend on the machine has to be right in every run. */
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
