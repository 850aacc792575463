import { createDb, type Db } from '@chuma/db/client'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { recordStatements } from '@chuma/db/testing'
import pg from 'pg'
import { createBareTable, openDatabase } from './open-database.ts'
import { addPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { compare, type Row } from './report.ts'
import { inTurn, openDeps, openUseCases, type UseCase } from './use-cases.ts'

const CLIENTS = [1, 16]
/** Goals apply to the busy server: a single caller waits for the disk. */
const BUSY = 16

type Recorded = UseCase & { statements: number }
type Act = { prepare?: UseCase['prepare']; run: (person: Person) => Promise<unknown> }

/** Measure earnings per second: the posting function and each use case of core beside a bare durable insert, in turn. */
export async function measurePostings({ rounds, operations }: Options): Promise<Row[]> {
  const { db, url, close } = await openDatabase()
  try {
    await createBareTable(db)
    const useCases: Recorded[] = []
    for (const useCase of await openUseCases(db)) useCases.push(await record(db, useCase))
    const rows: Row[] = []
    for (const clients of CLIENTS) {
      const field = openField(url, clients, useCases)
      const rates = new Map<string, number[]>()
      for (let round = 0; round <= rounds; round++) {
        for (const [name, { prepare, run }] of field.acts) {
          const people = await addPeople(db, operations)
          await prepare?.(people)
          const began = performance.now()
          await inTurn(people, run, clients)
          const rate = (people.length * 1000) / (performance.now() - began)
          // The first round only warms up.
          if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate])
        }
      }
      await field.close()
      rows.push(...report(clients, useCases, rates))
    }
    return rows
  } finally {
    await close()
  }
}

async function record(db: Db, useCase: UseCase): Promise<Recorded> {
  const people = await addPeople(db, 1)
  await useCase.prepare?.(people)
  const [person] = people
  if (!person) throw new Error('Nobody was added')
  const statements = await recordStatements(() => useCase.earn(openDeps(db), person))
  return { ...useCase, statements: statements.length }
}

function openField(url: string, clients: number, useCases: readonly Recorded[]) {
  const db = createDb(url, { max: clients })
  // The yardsticks' pool has the product's size, so both wait for connections alike.
  const pool = new pg.Pool({ connectionString: url, max: clients })
  // Ending the pool does not wait for its connections to close, and the database may be stopped first.
  pool.on('error', () => {})
  const deps = openDeps(db)
  let postings = 0
  const insert = ({ memberId }: Person) =>
    pool.query('insert into bare_row (member_id, points) values ($1, $2)', [memberId, 5])
  const post = ({ memberId }: Person) => {
    postings += 1
    return insertPosting(db, {
      memberId,
      kind: 'survey',
      availableDelta: 5,
      heldDelta: 0,
      houseAccount: 'rewards',
      sourceKey: `survey:${clients}:${postings}`,
      description: 'Survey: Shopping habits',
      actor: `member:${memberId}`,
    })
  }
  const acts = new Map<string, Act>([
    ['insert', { run: insert }],
    ['posting', { run: post }],
    ...useCases.map(({ name, prepare, earn }): [string, Act] => [
      name,
      { prepare, run: (person) => earn(deps, person) },
    ]),
  ])
  const close = async () => {
    await db.destroy()
    await pool.end()
  }
  return { acts, close }
}

function report(clients: number, useCases: readonly Recorded[], rates: ReadonlyMap<string, number[]>): Row[] {
  const line = (what: string, here: string, atLeast: number) =>
    compare({
      part: 'postings',
      what: `${what}, ${clients} ${clients === 1 ? 'connection' : 'connections'}`,
      unit: '/s',
      here: rates.get(here) ?? [],
      yardstick: rates.get('insert') ?? [],
      ...(clients === BUSY ? { atLeast } : {}),
    })
  return [
    line('the posting function', 'posting', 0.5),
    ...useCases.map(({ name, statements }) => line(`${name} (${statements} statements)`, name, 0.4)),
  ]
}
