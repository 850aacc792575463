import { visit } from './act.ts'
import { side } from './side-by-side.ts'
import { runSweeps, workAtTheDesk } from './staff-day.ts'
import { DAY_MS, type World } from './world.ts'

/** In Nairobi. People come at one of them; staff work at the first three. */
const HOURS = [8, 12, 17, 21]
const STAFF_HOURS = new Set([8, 12, 17])
const NAIROBI_HOURS = 3

/** Let everyone live through the days. `begins`: midnight in Nairobi. */
export async function liveYear(world: World, { begins, days }: { begins: number; days: number }): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const midnight = begins + day * DAY_MS
    for (const [turn, hour] of HOURS.entries()) {
      world.clock.set(midnight + hour * 3_600_000)
      await runSweeps(world)
      if (STAFF_HOURS.has(hour)) await workAtTheDesk(world)
      const coming = world.accounts.filter(
        ({ index, person }) =>
          (index + day) % HOURS.length === turn &&
          day >= person.joinsOn &&
          day <= person.joinsOn + person.staysDays &&
          (day === person.joinsOn || person.comesOn(day)),
      )
      await side(coming, (account) => visit(world, account, day))
    }
  }
}

export const nairobiMidnight = (ms: number) =>
  Math.ceil((ms + NAIROBI_HOURS * 3_600_000) / DAY_MS) * DAY_MS - NAIROBI_HOURS * 3_600_000
