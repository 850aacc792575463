import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { getPool, getPoolStats } from './client.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb({ max: 2 })
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
