import { expect, expectTypeOf, test } from 'vitest'
import type { ChumaClient } from './create-chuma-client.ts'
import { listAll } from './list-all.ts'

/** A paged list of the numbers from `total` down to 1, and the inputs it received. */
function createCountdown(total: number) {
  const asked: object[] = []
  const list = {
    query: async (input: { after?: number; limit?: number }) => {
      asked.push(input)
      const first = (input.after ?? total + 1) - 1
      return Array.from({ length: Math.min(input.limit ?? 0, first) }, (_, index) => ({ id: first - index }))
    },
  }
  return { list, asked }
}

const collect = async <Row>(rows: AsyncIterable<Row>) => {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('all rows come in order and once each, for any page size', async () => {
  for (const limit of [1, 2, 3, 7, 8, 100]) {
    const rows = await collect(listAll(createCountdown(7).list, { limit }))
    expect(rows.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3, 2, 1])
  }
})

test('a page that is not full is the last, so a short list needs one call', async () => {
  const { list, asked } = createCountdown(99)
  expect(await collect(listAll(list, {}))).toHaveLength(99)
  expect(asked).toEqual([{ limit: 100 }])
})

test('a reader that stops requests no further page', async () => {
  const { list, asked } = createCountdown(1000)
  for await (const { id } of listAll(list, { limit: 10 })) if (id === 985) break
  expect(asked).toEqual([{ limit: 10 }, { limit: 10, after: 991 }])
})

test('filters and custom cursors are sent with every page', async () => {
  const asked: object[] = []
  const list = {
    query: async (input: { kind: string; before?: string; limit?: unknown }) => {
      asked.push(input)
      return input.before ? [] : [{ id: 'a' }, { id: 'b' }]
    },
  }
  const rows = listAll(list, { kind: 'quiz', limit: 2 }, { next: ({ id }) => ({ before: id }) })
  expect(await collect(rows)).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(asked).toEqual([
    { kind: 'quiz', limit: 2 },
    { kind: 'quiz', limit: 2, before: 'b' },
  ])
})

test('rows and filters have the procedure’s types', () => {
  const check = (chuma: ChumaClient) => {
    expectTypeOf(listAll(chuma.wallet.listWithdrawals, {})).toExtend<
      AsyncIterable<{ amountKes: number; requestedAt: string }>
    >()
    expectTypeOf(listAll(chuma.admin.listWithdrawals, { status: 'pending' })).toExtend<
      AsyncIterable<{ id: string }>
    >()
    // @ts-expect-error no list has this
    void listAll(chuma.admin.listWithdrawals, { colour: 'red' })
    // @ts-expect-error this one goes on before a row
    void listAll(chuma.wallet.listActivity, {})
    return listAll(chuma.wallet.listActivity, {}, { next: ({ id }) => ({ before: id }) })
  }
  expectTypeOf(check).returns.toExtend<AsyncIterable<{ description: string; points: number }>>()
})
