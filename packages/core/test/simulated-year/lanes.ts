import { createDb } from '@chuma/db/client'
import { startClock } from './clock.ts'
import { prepareStatements } from './prepare-statements.ts'
import type { World } from './world.ts'

const LANES = 12

/** The same world at several times: what different people do on one day need not wait for each other. */
export type Lanes = { world: World; lanes: World[] }

/** Each lane has connections of its own, which show its time. */
export function openLanes(world: World, url: string): Lanes {
  const lanes = Array.from({ length: LANES }, () => {
    const db = createDb(url, { max: 4 })
    prepareStatements(db)
    return { ...world, db, deps: { ...world.deps, db }, clock: startClock(db) }
  })
  return { world, lanes }
}

export const closeLanes = ({ lanes }: Lanes) => Promise.all(lanes.map(({ db }) => db.destroy()))

type Appointment = { ms: number; work: (world: World) => Promise<unknown> }

/** Keep appointments in the order of their times, several at once, and each at its time. */
export async function keepAppointments(
  { lanes }: Lanes,
  appointments: readonly Appointment[],
): Promise<void> {
  const left = appointments.toSorted((one, other) => one.ms - other.ms).values()
  await Promise.all(
    lanes.map(async (lane) => {
      for (const { ms, work } of left) await lane.clock.at(ms, () => work(lane))
    }),
  )
}
