import { reviewHoldsOf } from '../../src/payouts/holds/review-holds.ts'
import { visit } from './act.ts'
import { keepAppointments, type Lanes } from './lanes.ts'
import { runMachineFor } from './machine.ts'
import { scatter } from './scatter.ts'
import { runSweeps, workAtTheDesk } from './staff-day.ts'
import { type Account, DAY_MS, type World } from './world.ts'

/** In Nairobi. People come after one of them; staff work at the first three. */
const HOURS = [8, 12, 17, 21]
const STAFF_HOURS = new Set([8, 12, 17])
const NAIROBI_HOURS = 3
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

type Time = { begins: number; days: number; minutes: number }

/**
 * Let everyone live through the days, or as many of them as begin within these real minutes. `begins`: midnight in Nairobi. Returns the
 * number of days.
 */
export async function liveYear(lanes: Lanes, { begins, days, minutes }: Time): Promise<number> {
  const { world } = lanes
  const until = performance.now() + minutes * MINUTE_MS
  for (let day = 0; day < days; day += 1) {
    if (performance.now() > until) return day
    const midnight = begins + day * DAY_MS
    for (const [turn, hour] of HOURS.entries()) {
      const now = midnight + hour * HOUR_MS
      await endHolds(lanes, now)
      world.clock.set(now)
      await runSweeps(world)
      if (STAFF_HOURS.has(hour)) await workAtTheDesk(world)
      const visits = listVisitors(world, { day, turn }).map((account) => ({
        ms: now + minuteOf(account, day) * MINUTE_MS,
        work: (lane: World) => visit(lane, account, day),
      }))
      await keepAppointments(lanes, visits)
    }
    process.stderr.write(`Day ${day + 1}\r`)
  }
  return days
}

/** Production's job evaluates a hold within seconds of its end, and then the rule decides. */
async function endHolds(lanes: Lanes, before: number): Promise<void> {
  const ends = await lanes.world.db
    .selectFrom('hold')
    .select(['memberId', 'subjectId', 'until'])
    .where('subject', '=', 'withdrawal')
    .where('endedAt', 'is', null)
    .where('until', '<', new Date(before))
    .execute()
  const appointments = ends.map(({ memberId, subjectId, until }) => ({
    ms: (until?.getTime() ?? before) + 1000,
    work: async (lane: World) => {
      await reviewHoldsOf(lane.deps, subjectId)
      await runMachineFor(lane, memberId)
    },
  }))
  await keepAppointments(lanes, appointments)
}

export const nairobiMidnight = (ms: number) =>
  Math.ceil((ms + NAIROBI_HOURS * HOUR_MS) / DAY_MS) * DAY_MS - NAIROBI_HOURS * HOUR_MS

function listVisitors({ accounts }: World, { day, turn }: { day: number; turn: number }): Account[] {
  return accounts.filter(
    ({ index, person, hasLeft }) =>
      !hasLeft &&
      ((person.farm === null ? index : Math.abs(hash(person.farm))) + day) % HOURS.length === turn &&
      day >= person.joinsOn &&
      day <= person.joinsOn + person.staysDays &&
      (day === person.joinsOn || person.comesOn(day)),
  )
}

/** How long people keep coming after the hour. */
const WINDOW_MINUTES = 210

/** Honest people come at any minute, in steps of five; a farm's script goes from one account to the next. */
function minuteOf({ index, person }: Account, day: number): number {
  const salt = person.farm === null ? index : hash(person.farm)
  const shift = person.farm === null ? 0 : (index % 60) / 2
  return 5 * Math.floor((scatter(salt, day) * (WINDOW_MINUTES - 30) + shift) / 5)
}

const hash = (text: string) => [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
