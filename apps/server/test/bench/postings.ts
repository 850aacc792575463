import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { claimDailyLogin } from '@chuma/core/tasks/daily-login/claim-daily-login'
import { createTestDeps } from '@chuma/core/testing'
import { postReward } from '@chuma/core/wallet/post-reward'
import { createDb } from '@chuma/db/client'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from './open-database.ts'
import { addPeople, type Person } from './people.ts'
import type { Options } from './read-options.ts'
import { compare, type Row } from './report.ts'

const CLIENTS = [1, 8, 16]

/** Postings in a second through core, beside one row that is safe on disk and beside one balance that moves, in turn. */
export async function measurePostings({ rounds, operations }: Options): Promise<Row[]> {
  const { db, url, close } = await openDatabase()
  try {
    await sql`create table bare_row (row_id bigint generated always as identity primary key, member_id uuid, points int)`.execute(
      db,
    )
    await sql`create table bare_balance (member_id uuid primary key, available bigint not null)`.execute(db)
    const rows: Row[] = []
    for (const clients of CLIENTS) {
      const field = openField(url, clients)
      // The bare handlers' pool is the product's size: what waits for a connection waits in both.
      const rates: Record<string, number[]> = {}
      for (let round = 0; round <= rounds; round++) {
        for (const [name, act] of Object.entries(field.acts)) {
          const people = await addPeople(db, operations)
          const members = people.map((person) => person.memberId)
          await sql`insert into bare_balance select unnest(${members}::uuid[]), 0`.execute(db)
          const rate = await timeAll(people, clients, act)
          // The first round only warms up.
          if (round > 0) rates[name] = [...(rates[name] ?? []), rate]
        }
      }
      await field.close()
      rows.push(...report(clients, rates))
    }
    return rows
  } finally {
    await close()
  }
}

function openField(url: string, clients: number) {
  const db = createDb(url, { max: clients })
  const pool = new pg.Pool({ connectionString: url, max: clients })
  // Its end does not wait until the database has let its connections go, which may be stopped first.
  pool.on('error', () => {})
  const rates = economy.parse(defaultEconomy)
  const deps = createTestDeps(db, { economy: async () => rates })
  let rewards = 0
  const acts = {
    insert: ({ memberId }: Person) =>
      pool.query('insert into bare_row (member_id, points) values ($1, $2)', [memberId, 5]),
    update: ({ memberId }: Person) =>
      pool.query('update bare_balance set available = available + $2 where member_id = $1', [memberId, 5]),
    reward: ({ memberId }: Person) => {
      rewards += 1
      const sourceKey = `survey:${clients}:${rewards}`
      const reward = { kind: 'survey' as const, points: 5, sourceKey, description: 'Survey: Shopping habits' }
      return postReward(db, memberId, reward)
    },
    claim: (person: Person) =>
      claimDailyLogin(deps, {
        ...person,
        isPremium: false,
        isEmailVerified: true,
        adminRole: null,
        tokenHash: Buffer.alloc(32),
      }),
  }
  const end = async () => {
    await db.destroy()
    await pool.end()
  }
  return { acts, close: end }
}

async function timeAll(
  people: readonly Person[],
  clients: number,
  act: (person: Person) => Promise<unknown>,
) {
  const waiting = [...people]
  const client = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) await act(person)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  return (people.length * 1000) / (performance.now() - began)
}

function report(clients: number, rates: Record<string, number[]>): Row[] {
  const of = (name: string) => rates[name] ?? []
  const line = (what: string, name: string, yardstick: string, atLeast?: number) =>
    compare({
      part: 'postings',
      what: `${what}, ${clients} ${clients === 1 ? 'connection' : 'connections'}`,
      unit: '/s',
      here: of(name),
      yardstick: of(yardstick),
      ...(atLeast === undefined ? {} : { atLeast }),
    })
  const goal = clients === 16 ? 0.6 : undefined
  return [
    line('a reward, beside a bare insert', 'reward', 'insert', goal),
    line('a reward, beside a bare balance', 'reward', 'update'),
    line('the daily claim, beside a bare insert', 'claim', 'insert', goal),
  ]
}
