import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { compileOnce, type Places } from './compile-once.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

type Summands = { first: number | null; second?: number | undefined }

function givenSums() {
  let built = 0
  const sums = compileOnce(({ first, second }: Places<Summands>) => {
    built += 1
    return sql<{ sum: number | null }>`select ${first}::int + ${second ?? sql`100`}::int as sum`
  })
  return { sums, countBuilt: () => built }
}

test('a statement is compiled once for each set of given values, and runs with any', async () => {
  const { sums, countBuilt } = givenSums()
  expect(await sums.get(db, { first: 1, second: 2 })).toEqual({ sum: 3 })
  expect(await sums.get(db, { first: 3, second: 4 })).toEqual({ sum: 7 })
  expect(await sums.get(db, { first: 5 })).toEqual({ sum: 105 })
  expect(await sums.get(db, { first: 6, second: undefined })).toEqual({ sum: 106 })
  expect(await sums.get(db, { first: null, second: 4 })).toEqual({ sum: null })
  expect(countBuilt()).toBe(2)
})

test('concurrent calls each get the answer to their own values', async () => {
  const { sums } = givenSums()
  const numbers = Array.from({ length: 20 }, (_, place) => place)
  const asked = numbers.map((number) => sums.get(db, { first: number, second: number }))
  expect(await Promise.all(asked)).toEqual(numbers.map((number) => ({ sum: 2 * number })))
})

test('a built query has its usual text, and runs in the caller’s transaction', async () => {
  const bucket = "Tom's"
  let text = ''
  const once = compileOnce(({ bucket, limit }: Places<{ bucket: string; limit: number }>, on) => {
    const query = on.selectFrom('throttle').select('hits').where('bucket', '=', bucket)
    const built = query.where('hits', 'not in', [8, 9]).limit(limit)
    text = built.compile().sql
    return built
  })
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('throttle')
      .values({ bucket, hits: 7, expiresAt: sql`now()`, blockedUntil: sql`now()` })
      .execute()
    expect(await once.list(trx, { bucket, limit: 5 })).toEqual([{ hits: 7 }])
    expect(await once.list(db, { bucket, limit: 5 })).toEqual([])
  })
  const byItself = db.selectFrom('throttle').select('hits').where('bucket', '=', bucket)
  expect(text).toBe(byItself.where('hits', 'not in', [8, 9]).limit(5).compile().sql)
})

test('a row that may be missing is undefined, and a missing required row throws', async () => {
  const some = compileOnce(
    ({ isThere }: Places<{ isThere: boolean }>) =>
      sql<{ n: number }>`select 1 as n where ${isThere}::boolean`,
  )
  expect(await some.find(db, { isThere: true })).toEqual({ n: 1 })
  expect(await some.find(db, { isThere: false })).toBeUndefined()
  await expect(some.get(db, { isThere: false })).rejects.toThrow('no row')
})
