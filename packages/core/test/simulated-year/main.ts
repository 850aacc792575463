import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AUTOMATIC_MODES } from '@chuma/contract/payouts/automatic-payouts'
import { createDb } from '@chuma/db/client'
import { SERVER_ROLE, startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import * as z from 'zod'
import { createMovedTime, followClock, moveFunctions, startClock, withMovedClock } from './clock.ts'
import { closeLanes, openLanes } from './lanes.ts'
import { liveYear, nairobiMidnight } from './live-year.ts'
import { measureMachine, printMachine } from './machine.ts'
import { measureYear, printYear } from './measure-year.ts'
import { prepareStatements } from './prepare-statements.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '10000' },
    farms: { type: 'string', default: '30' },
    largest: { type: 'string', default: '500' },
    days: { type: 'string', default: '365' },
    automatic: { type: 'string', default: 'shadow' },
    minutes: { type: 'string', default: 'Infinity' },
  },
})
const [seed, members, farms, largest, days] = [
  values.seed,
  values.members,
  values.farms,
  values.largest,
  values.days,
].map(Number) as [number, number, number, number, number]
const automatic = z.enum(AUTOMATIC_MODES).parse(values.automatic)
const dir = mkdtempSync(path.join(tmpdir(), 'chuma-year-'))
const postgres = await startEmbedded({ dir, durable: false })
const url = withMovedClock(postgres.url)
const [empty, db] = [createDb(url), createDb(url, { max: 12 })]
try {
  await createMovedTime(empty)
  await migrateToLatest(empty, { serverRole: SERVER_ROLE })
  await moveFunctions(empty)
  await empty.destroy()
  prepareStatements(db)
  const clock = startClock(db)
  followClock(clock)
  const world = await createWorld(db, clock, { seed, members, farms, largest, automatic })
  const begun = performance.now()
  const lanes = openLanes(world, url)
  const time = { begins: nairobiMidnight(clock.now()), days, minutes: Number(values.minutes) }
  const lived = await liveYear(lanes, time)
  await closeLanes(lanes)
  const year = await measureYear(world)
  const isGood = printYear(year, { seed, days: lived, minutes: (performance.now() - begun) / 60_000 })
  const isMachineGood = printMachine(await measureMachine(world, automatic))
  process.exitCode = isGood && isMachineGood ? 0 : 1
} finally {
  await db.destroy()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
