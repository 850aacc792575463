import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testSecrets } from '../testing.ts'
import { insertDemoPartner } from './surveys.ts'

const { db, close } = await createTestDb({ max: 10 })
afterAll(close)

test('processes that start together share one demo partner', async () => {
  // Held until each process either waits for its turn, or has found no partner and waits to insert its own.
  const { starts } = await db.transaction().execute(async (holder) => {
    await sql`lock table partner in share mode`.execute(holder)
    const start = () => db.transaction().execute((trx) => insertDemoPartner(trx, testSecrets))
    const starts = Promise.all(Array.from({ length: 4 }, start))
    while ((await countWaitingOnLock(db)) < 4);
    return { starts }
  })
  expect(new Set(await starts).size).toBe(1)
  expect(await db.selectFrom('partner').select('name').execute()).toEqual([{ name: 'Demo Research' }])
})
