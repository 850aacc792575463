import { later } from '../create-calendar.ts'
import { audit, STAFF, type World } from '../world.ts'

/** Two jobs that failed every try: one that the owner has run again, and one that still waits for someone to do so. */
export function tellJobs(world: World): void {
  const { rows, random, calendar } = world
  const solved = { at: calendar.at(8, 6 * 60 + 12), queue: 'reconcile-payouts' as const }
  audit(world, {
    at: later(solved.at, 151),
    by: STAFF.owner,
    action: 'job.retried',
    subject: `job:${random.uuid()}`,
    after: { queue: solved.queue },
  })
  rows.failedJobs.push({
    id: random.uuid(),
    name: 'roll-up-figures',
    data: {},
    failedAt: later(calendar.now, -9 * 60),
    message: 'canceling statement due to statement timeout',
  })
}
