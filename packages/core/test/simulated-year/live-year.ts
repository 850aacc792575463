import { visit } from './act.ts'
import { scatter } from './scatter.ts'
import { side } from './side-by-side.ts'
import { runSweeps, workAtTheDesk } from './staff-day.ts'
import { type Account, DAY_MS, type World } from './world.ts'

/** In Nairobi. People come at one of them; staff work at the first three. */
const HOURS = [8, 12, 17, 21]
const STAFF_HOURS = new Set([8, 12, 17])
const NAIROBI_HOURS = 3

/** Let everyone live through the days. `begins`: midnight in Nairobi. */
export async function liveYear(
  world: World,
  { begins, days }: { begins: number; days: number },
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const midnight = begins + day * DAY_MS
    for (const [turn, hour] of HOURS.entries()) {
      await world.clock.set(midnight + hour * 3_600_000)
      await runSweeps(world)
      if (STAFF_HOURS.has(hour)) await workAtTheDesk(world)
      const coming = world.accounts.filter(
        ({ index, person, hasLeft }) =>
          !hasLeft &&
          ((person.farm === null ? index : Math.abs(hash(person.farm))) + day) % HOURS.length === turn &&
          day >= person.joinsOn &&
          day <= person.joinsOn + person.staysDays &&
          (day === person.joinsOn || person.comesOn(day)),
      )
      for (const { minute, visitors } of byMinute(coming, day)) {
        await world.clock.set(midnight + hour * 3_600_000 + minute * 60_000)
        await side(visitors, (account) => visit(world, account, day))
      }
    }
  }
}

export const nairobiMidnight = (ms: number) =>
  Math.ceil((ms + NAIROBI_HOURS * 3_600_000) / DAY_MS) * DAY_MS - NAIROBI_HOURS * 3_600_000

/** How long people keep coming after the hour. */
const WINDOW_MINUTES = 210

/** Honest people come at any minute, in steps of five; a farm's script goes from one account to the next. */
function byMinute(coming: readonly Account[], day: number) {
  const minutes = Map.groupBy(coming, ({ index, person }) => {
    const salt = person.farm === null ? index : hash(person.farm)
    const shift = person.farm === null ? 0 : (index % 60) / 2
    return 5 * Math.floor((scatter(salt, day) * (WINDOW_MINUTES - 30) + shift) / 5)
  })
  return [...minutes]
    .map(([minute, visitors]) => ({ minute, visitors }))
    .sort((one, other) => one.minute - other.minute)
}

const hash = (text: string) => [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
