import { seedLarge } from '@chuma/db/seed-large'
import { type Door, readDoors, writeDoors } from './door-calls.ts'
import type { Call, Loaded } from './load.ts'
import { createBareTable, openDatabase } from './open-database.ts'
import { addPeople, findPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { compare, median, quantile, type Row } from './report.ts'
import { startLoad } from './start-load.ts'
import { startServer } from './start-server.ts'

const CONNECTIONS = 8
const READERS = 200

/**
 * Measure each door beside a bare handler that reads the session by its key and sends the same bytes from memory, after one durable
 * insert if the door writes: requests per second, and the 99th percentile.
 */
export async function measureDoors({ rounds, operations }: Options): Promise<Row[]> {
  const database = await openDatabase()
  await createBareTable(database.db)
  await seedLarge(database.db, { members: 1000, postings: 10_000, withdrawals: 100 })
  const server = await startServer(database.url)
  const load = startLoad()
  try {
    const readers = await findPeople(database.db, READERS)
    const rows: Row[] = []
    for (const door of [...readDoors, ...writeDoors]) {
      const results: { here: Loaded; bare: Loaded }[] = []
      const [one] = door.isRead ? readers : await addPeople(database.db, 1)
      if (one) await server.order({ kind: 'answer', call: door.call(one) })
      const turn = async (where: 'here' | 'bare') => {
        const people = door.isRead ? readers : await addPeople(database.db, operations + 4 * CONNECTIONS)
        await server.order({ kind: 'people', people })
        const calls = people.map(where === 'here' ? door.call : toBare(door))
        return check(
          door,
          await load.send({ url: server[where], calls, connections: CONNECTIONS, amount: operations }),
        )
      }
      for (let round = 0; round <= rounds; round++) {
        const result = { bare: await turn('bare'), here: await turn('here') }
        // The first round only warms up.
        if (round > 0) results.push(result)
      }
      rows.push(...report(door, results))
    }
    return rows
  } finally {
    await load.stop()
    await server.stop()
    await database.close()
  }
}

function toBare({ isRead }: Door) {
  return (_person: Person, place: number): Call => ({
    method: isRead ? 'GET' : 'POST',
    path: `/?person=${place}`,
    headers: {},
  })
}

function check({ name }: Door, loaded: Loaded): Loaded {
  if (loaded.refused > 0) throw new Error(`${name}: ${loaded.refused} calls were refused`)
  return loaded
}

function report({ name }: Door, results: readonly { here: Loaded; bare: Loaded }[]): Row[] {
  const slowest = (of: 'here' | 'bare') =>
    median(results.map((result) => quantile(result[of].milliseconds, 0.99)))
  const row = compare({
    part: 'doors',
    what: name,
    unit: '/s',
    here: results.map(({ here }) => here.perSecond),
    yardstick: results.map(({ bare }) => bare.perSecond),
  })
  const p99 = (of: 'here' | 'bare') => `, p99 ${slowest(of).toFixed(1)} ms`
  return [{ ...row, here: row.here + p99('here'), yardstick: row.yardstick + p99('bare') }]
}
