import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { AUTOMATIC_MODES } from '@chuma/contract/payouts/automatic-payouts'
import { createDb } from '@chuma/db/client'
import { SERVER_ROLE, startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import * as z from 'zod'
import { createClock, moveFunctions, withMovedClock } from './clock.ts'
import { liveYear, nairobiMidnight } from './live-year.ts'
import { measureMachine, printMachine } from './machine.ts'
import { measureYear, printYear } from './measure-year.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '10000' },
    farms: { type: 'string', default: '30' },
    largest: { type: 'string', default: '500' },
    days: { type: 'string', default: '365' },
    automatic: { type: 'string', default: 'shadow' },
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
const db = createDb(withMovedClock(postgres.url), { max: 12 })
try {
  const clock = await createClock(db)
  await migrateToLatest(db, { serverRole: SERVER_ROLE })
  await moveFunctions(db)
  const world = await createWorld(db, clock, { seed, members, farms, largest, automatic })
  const begun = performance.now()
  await liveYear(world, { begins: nairobiMidnight(clock.now()), days })
  const year = await measureYear(world)
  const isGood = printYear(year, { seed, members, farms, minutes: (performance.now() - begun) / 60_000 })
  const isMachineGood = printMachine(await measureMachine(world, automatic))
  process.exitCode = isGood && isMachineGood ? 0 : 1
} finally {
  await db.destroy()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
