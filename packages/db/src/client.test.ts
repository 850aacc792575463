import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createDb, getPool, getPoolStats, isDatabaseBusy } from './client.ts'
import { createTestDb } from './testing.ts'

const { db, url, close } = await createTestDb({ max: 2 })
afterAll(close)

const read = async (number: bigint) =>
  (await sql<{ n: number }>`select ${String(number)}::bigint as n`.execute(db)).rows

test('a whole number is read exactly, or not at all', async () => {
  const largest = BigInt(Number.MAX_SAFE_INTEGER)
  expect(await read(largest)).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
  await expect(read(largest + 1n)).rejects.toThrow('9007199254740992 does not fit a number exactly')
  await expect(read(-largest - 2n)).rejects.toThrow(RangeError)
})

test('a database of another maker has no pool, and counts no connections', () => {
  const other = db.withoutPlugins()
  expect(() => getPool(other)).toThrow('not a database of createDb')
  expect(getPoolStats(other)).toEqual({ total: 0, idle: 0, waiting: 0 })
  expect(getPoolStats(db)).toMatchObject({ waiting: 0 })
})

test('the line for a connection is bounded: one call more fails immediately, and the others are served', async () => {
  const narrow = createDb(url, { max: 1, maxWaiting: 2 })
  const ask = () => sql`select 1`.execute(narrow)
  const waiting = await narrow.connection().execute(async () => {
    const calls = [ask(), ask()]
    const error = await ask().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'too many calls wait for a connection' })
    expect(isDatabaseBusy(error)).toBe(true)
    return calls
  })
  expect(await Promise.all(waiting)).toHaveLength(2)
  await narrow.destroy()
})

test('a transaction of calls has its own timeouts, also where it chooses an isolation level', async () => {
  const ofCalls = createDb(url, { max: 1, lockMs: 1234, statementMs: 5678 })
  const read = sql`select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`
  const start = ofCalls.transaction()
  for (const transaction of [start, start.setIsolationLevel('repeatable read')]) {
    const { rows } = await transaction.execute((trx) => read.execute(trx))
    expect(rows).toEqual([{ lock: '1234ms', statement: '5678ms' }])
  }
  const isolation = await start
    .setIsolationLevel('repeatable read')
    .execute((trx) => sql`show transaction_isolation`.execute(trx))
  expect(isolation.rows).toEqual([{ transactionIsolation: 'repeatable read' }])
  // The next statement on the same connection has what the role has.
  expect((await read.execute(ofCalls)).rows).not.toEqual([{ lock: '1234ms', statement: '5678ms' }])
  await ofCalls.destroy()
})
