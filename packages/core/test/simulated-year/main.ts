import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDb } from '@chuma/db/client'
import { SERVER_ROLE, startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { createClock } from './clock.ts'
import { liveYear, nairobiMidnight } from './live-year.ts'
import { measureYear, printYear } from './measure-year.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '10000' },
    farms: { type: 'string', default: '30' },
    days: { type: 'string', default: '365' },
  },
})
const [seed, members, farms, days] = [values.seed, values.members, values.farms, values.days].map(Number) as [
  number,
  number,
  number,
  number,
]
const { FAKETIME_TIMESTAMP_FILE: clockFile = '', LD_PRELOAD = '' } = process.env
if (!clockFile) throw new Error('started without a clock: use npm run simulate')

const dir = mkdtempSync(path.join(path.dirname(clockFile), 'database-'))
const env = { LD_PRELOAD, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
const postgres = await startEmbedded({ dir, durable: false, env })
const db = createDb(postgres.url, { max: 12 })
try {
  await migrateToLatest(db, { serverRole: SERVER_ROLE })
  const clock = createClock(clockFile)
  const world = await createWorld(db, clock, { seed, members, farms })
  const begun = performance.now()
  await liveYear(world, { begins: nairobiMidnight(clock.now()), days })
  const year = await measureYear(world)
  const isGood = printYear(year, { seed, members, farms, minutes: (performance.now() - begun) / 60_000 })
  process.exitCode = isGood ? 0 : 1
} finally {
  await db.destroy()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
