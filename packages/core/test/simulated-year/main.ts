import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createDb } from '@chuma/db/client'
import { SERVER_ROLE, startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { createClock, moveFunctions, withMovedClock } from './clock.ts'
import { liveYear, nairobiMidnight } from './live-year.ts'
import { measureYear, printYear } from './measure-year.ts'
import { createWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '10000' },
    farms: { type: 'string', default: '30' },
    largest: { type: 'string', default: '500' },
    days: { type: 'string', default: '365' },
  },
})
const [seed, members, farms, largest, days] = [values.seed, values.members, values.farms, values.largest, values.days].map(Number) as [
  number,
  number,
  number,
  number,
  number,
]
const dir = mkdtempSync(path.join(tmpdir(), 'chuma-year-'))
const postgres = await startEmbedded({ dir, durable: false })
console.error(withMovedClock(postgres.url))
const Q = new Map<string, [number, number]>()
const db = createDb(withMovedClock(postgres.url), { max: 12, onQuery: (e) => { const k = e.query.sql.slice(0, 4000); const o = Q.get(k) ?? [0, 0]; o[0] += 1; o[1] += e.queryDurationMillis; Q.set(k, o) } })
setInterval(() => { const top = [...Q].sort((a, b) => b[1][1] - a[1][1]).slice(0, 8); console.error('----', [...Q].reduce((n, [, [c]]) => n + c, 0), Math.round([...Q].reduce((n, [, [, m]]) => n + m, 0)), process.cpuUsage()); for (const [k, [n, ms]] of top) console.error(n, Math.round(ms), (ms / n).toFixed(1), k.slice(0, 1500).replaceAll(/\s+/g, ' ')) }, 30_000).unref()
try {
  const clock = await createClock(db)
  await migrateToLatest(db, { serverRole: SERVER_ROLE })
  await moveFunctions(db)
  const world = await createWorld(db, clock, { seed, members, farms, largest })
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
