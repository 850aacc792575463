import { createEconomyReader } from '@chuma/core/economy'
import { createTestDeps } from '@chuma/core/testing'
import { createDb, isDatabaseBusy } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { findMissingTimeouts } from '@chuma/db/timeouts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readEnv } from '../src/env.ts'
import { openDatabase, requireTimeouts } from '../src/open-database.ts'
import { watchAnswers } from '../src/openapi/testing.ts'

const { db, url, close } = await createTestDb({ max: 2 })
afterAll(close)
const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) })

/** Look through a new connection: role settings apply from then on. */
async function look<T>(work: (fresh: typeof db) => Promise<T>): Promise<T> {
  const fresh = createDb(url, { max: 1 })
  try {
    return await work(fresh)
  } finally {
    await fresh.destroy()
  }
}

async function setTimeouts(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await sql
      .raw(
        `do $$ begin execute format('alter role current_user in database %I set ${name} = ''${value}''', current_database()); end $$`,
      )
      .execute(db)
  }
}

const open = (variables: Record<string, string>) =>
  openDatabase(readEnv({ DATABASE_URL: url, ...variables }), { log, tracing: undefined })

test('a role without timeouts is refused, and running the suggested command fixes it', async () => {
  await setTimeouts({ statement_timeout: '0', lock_timeout: '0' })
  const refusal = await open({ MIGRATE: 'off' }).catch((error: Error) => error.message)
  expect(refusal).toMatch(
    /^DATABASE_URL: connections of \w+ come without statement_timeout, lock_timeout\. Run npm run migrate .*DATABASE_TIMEOUTS=unchecked/,
  )
  expect(String(refusal).split('\n')).toHaveLength(1)

  const said = /or: (.*); then/.exec(String(refusal))?.[1] ?? ''
  for (const statement of said.split('; ')) await sql.raw(statement).execute(db)
  await look((fresh) => requireTimeouts(fresh, { isRequired: true, log }))
})

test('with DATABASE_TIMEOUTS=unchecked the server runs without them, and logs a warning', async () => {
  await setTimeouts({ idle_in_transaction_session_timeout: '0' })
  const unchecked = await open({ MIGRATE: 'off', DATABASE_TIMEOUTS: 'unchecked' })
  await unchecked.close()
  expect(warnings.join('\n')).toContain('idle_in_transaction_session_timeout')
})

test('the migrations set missing timeouts of the role and keep those the operator chose', async () => {
  await setTimeouts({
    statement_timeout: '7min',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  })
  const { close: closeOpened } = await open({})
  await closeOpened()
  const { rows } = await look((fresh) =>
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
      fresh,
    ),
  )
  expect(rows).toEqual([{ statement: '7min', lock: '10s' }])
  expect((await look(findMissingTimeouts)).missing).toEqual([])
})

test('a statement or lock that times out counts as a busy database', async () => {
  const slow = look((fresh) =>
    fresh.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '20ms'`.execute(trx)
      await sql`select pg_sleep(10)`.execute(trx)
    }),
  ).catch((error: unknown) => error)
  expect(isDatabaseBusy(await slow)).toBe(true)

  const locked = await db.transaction().execute(async (holder) => {
    await sql`lock table wallet in exclusive mode`.execute(holder)
    return look((fresh) =>
      fresh.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '20ms'`.execute(trx)
        await sql`lock table wallet in exclusive mode`.execute(trx)
      }),
    ).catch((error: unknown) => error)
  })
  expect(isDatabaseBusy(locked)).toBe(true)
})

test('a caller who finds no free connection is told when to retry, at both doors, and served once one is free', async () => {
  const narrow = createDb(url, { max: 1, waitMs: 1500 })
  const crowded = await buildApp({
    deps: createTestDeps(narrow, { economy: createEconomyReader(narrow) }),
    publicUrl: 'http://localhost:3000',
    webRoot: '/nonexistent',
    demoLogin: null,
    trustProxy: false,
  })
  watchAnswers(crowded)
  const askRest = () =>
    crowded.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'amina@example.com', password: 'a-long-password' },
    })
  await narrow.connection().execute(async () => {
    const [rest, trpc] = await Promise.all([askRest(), crowded.inject('/trpc/wallet.getTerms')])
    expect([rest.statusCode, rest.json().code, rest.headers['retry-after']]).toEqual([503, 'BUSY', '1'])
    expect([trpc.statusCode, trpc.json().error.json.data.appCode]).toEqual([503, 'BUSY'])
    expect(trpc.headers['retry-after']).toBe('1')
  })
  expect((await askRest()).statusCode).toBe(401)
  await crowded.close()
  await narrow.destroy()
})
