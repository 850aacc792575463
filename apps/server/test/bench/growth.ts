import { findMembers, seedLarge } from '@chuma/db/seed-large'
import { sql } from 'kysely'
import { readDoors } from './door-calls.ts'
import { openDatabase } from './open-database.ts'
import { findPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { compare, median, type Row } from './report.ts'
import { startLoad } from './start-load.ts'
import { startServer } from './start-server.ts'

const CONNECTIONS = 2
const READERS = 200

type Sized = {
  members: number
  server: Awaited<ReturnType<typeof startServer>>
  people: Person[]
  close: () => Promise<void>
}

/** Measure the same reads of members with similar activity on databases of several sizes, in turn. */
export async function measureGrowth({ rounds, operations, sizes, large }: Options): Promise<Row[]> {
  const opened: Sized[] = []
  const load = startLoad()
  try {
    for (const members of sizes) opened.push(await openSeeded(members))
    if (large !== undefined) opened.push(await openLarge(large))
    const [smallest, ...others] = opened
    if (!smallest) throw new Error('Nothing to compare')
    const rows: Row[] = []
    for (const door of readDoors) {
      const times = new Map(opened.map((sized) => [sized, [] as number[]]))
      for (let round = 0; round <= rounds; round++) {
        for (const sized of opened) {
          const calls = sized.people.map(door.call)
          const url = sized.server.here
          const { milliseconds, refused } = await load.send({
            url,
            calls,
            connections: CONNECTIONS,
            amount: operations,
          })
          if (refused > 0) throw new Error(`${door.name}: ${refused} reads were refused`)
          // The first round only warms up.
          if (round > 0) times.get(sized)?.push(median(milliseconds))
        }
      }
      for (const sized of others) rows.push(report(door.name, { sized, smallest, times }))
    }
    return rows
  } finally {
    await load.stop()
    for (const { close } of opened) await close()
  }
}

type Compared = { sized: Sized; smallest: Sized; times: ReadonlyMap<Sized, number[]> }

function report(name: string, { sized, smallest, times }: Compared): Row {
  return compare({
    part: 'growth',
    what: `${name}: ${count(sized)} members beside ${count(smallest)}`,
    unit: 'ms',
    digits: 1,
    here: times.get(sized) ?? [],
    yardstick: times.get(smallest) ?? [],
    atMost: 1.2,
  })
}

const count = ({ members }: Sized) => members.toLocaleString('en')

async function openSeeded(members: number): Promise<Sized> {
  const database = await openDatabase({ durable: false })
  await seedLarge(database.db, { members, postings: members * 10, withdrawals: members / 10 })
  return serve(members, database)
}

async function openLarge(folder: string): Promise<Sized> {
  const database = await openDatabase({ folder, durable: false })
  if ((await findMembers(database.db)) !== 'seeded') {
    await database.close()
    throw new Error(`${folder} is not a database of \`npm run seed:large\``)
  }
  const { rows } = await sql<{ members: number }>`select count(*) as members from member`.execute(database.db)
  return serve(rows[0]?.members ?? 0, database)
}

async function serve(members: number, database: Awaited<ReturnType<typeof openDatabase>>): Promise<Sized> {
  const people = await findPeople(database.db, READERS)
  const server = await startServer(database.url)
  const close = async () => {
    await server.stop()
    await database.close()
  }
  return { members, server, people, close }
}
