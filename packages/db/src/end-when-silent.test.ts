import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDb, isDatabaseUnreachable } from './client.ts'
import { createTestDb } from './testing.ts'

const { url, close } = await createTestDb()
const db = createDb(url, { max: 1, silenceMs: 300 })
afterAll(async () => {
  await db.destroy()
  await close()
})

const waitForEver = sql`select pg_sleep(600)`

test('a query that never gets an answer fails as an unreachable database, and the next gets a connection', async () => {
  const error = await waitForEver.execute(db).catch((reason: unknown) => reason)
  expect(isDatabaseUnreachable(error)).toBe(true)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('so does a transaction, whose rollback cannot be sent', async () => {
  const error = await db
    .transaction()
    .execute((trx) => waitForEver.execute(trx))
    .catch((reason: unknown) => reason)
  expect(isDatabaseUnreachable(error)).toBe(true)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})
