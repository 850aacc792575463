import { createTestDeps } from '@chuma/core/testing'
import { createDb, getPoolStats } from '@chuma/db/client'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { PACES } from '../../src/turns/turns.ts'

const { app, db, deps, serverUrl, member, close, open } = await createTestApp()
afterAll(close)

const TOO_MANY = {
  code: 'TOO_MANY_AT_ONCE',
  message: 'You have too many requests open at the same time. Nothing was changed. Try again in a moment.',
}

const TOO_FEW_POINTS = "You don't have enough points for this withdrawal."

const busyConnections = () => {
  const { total, idle } = getPoolStats(deps.db)
  return total - idle
}

async function countLockWaits(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]?.n ?? 0
}

const doors = {
  REST: { url: '/api/withdrawals', wrap: (input: object) => input, said: (body: string) => body },
  tRPC: {
    url: '/trpc/wallet.requestWithdrawal',
    wrap: (input: object) => ({ json: input }),
    said: (body: string): string => {
      const { error, message } = JSON.parse(body)
      // What is refused before anybody knows the caller never reaches tRPC.
      return error?.json.message ?? message
    },
  },
}
type Door = (typeof doors)[keyof typeof doors]

const withdraw = (token: string, { served = app, door = doors.REST as Door } = {}) =>
  served.inject({
    method: 'POST',
    url: door.url,
    headers: { authorization: `Bearer ${token}` },
    payload: door.wrap({
      withdrawalMethod: 'mpesa',
      pointsToWithdraw: 50_000,
      mpesaNumber: '254712345678',
    }),
  })
const ask = (token: string, url: string) => app.inject({ url, headers: { authorization: `Bearer ${token}` } })

test.each(Object.entries(doors))(
  'One member slows everybody: while 300 refused withdrawals of one account wait, they hold two connections, and everybody else is served (%s)',
  async (_name, door) => {
    const flooder = await member()
    const others = await Promise.all(Array.from({ length: 12 }, () => member({ points: 10 })))
    // The pool's connections are open before the flood comes.
    await Promise.all(others.map(({ token }) => ask(token, '/api/wallet/balance')))
    const { flood } = await db.transaction().execute(async (holder) => {
      await lockWallet(holder, flooder.memberId)
      const flood = Array.from({ length: 300 }, () => withdraw(flooder.token, { door }))
      await expect.poll(countLockWaits).toBe(2)
      // Until all of them are identified there are more.
      await expect.poll(busyConnections).toBe(2)

      for (const other of others) {
        expect((await ask(other.token, '/api/wallet/balance')).statusCode).toBe(200)
        expect(door.said((await withdraw(other.token, { door })).body)).toBe(TOO_FEW_POINTS)
      }
      expect((await app.inject('/api/wallet/terms')).statusCode).toBe(200)
      expect(await countLockWaits()).toBeLessThanOrEqual(2)
      return { flood }
    })
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(260)
    for (const answer of refused) {
      // The specified call answers errors as plain text.
      expect([door.said(answer.body), answer.headers['retry-after']]).toEqual([TOO_MANY.message, '1'])
    }
    const served = answers.filter((answer) => !refused.includes(answer))
    expect([...new Set(served.map(({ body }) => door.said(body)))]).toEqual([TOO_FEW_POINTS])
    // And the account is served again.
    expect((await ask(flooder.token, '/api/wallet/balance')).statusCode).toBe(200)
  },
)

test('each call of a batch counts: four dashboards of one account hold six connections', async () => {
  const { token } = await member()
  const paths = Array.from({ length: 10 }, () => 'wallet.getBalance').join()
  const { dashboards } = await db.transaction().execute(async (holder) => {
    await sql`lock table earning_day in access exclusive mode`.execute(holder)
    const dashboards = Array.from({ length: 4 }, () => ask(token, `/trpc/${paths}?batch=1&input=%7B%7D`))
    await expect.poll(countLockWaits).toBe(6)
    // The rest waits without a connection, and two of the forty were more than may wait.
    await expect.poll(busyConnections).toBe(6)
    return { dashboards }
  })
  const answers = (await Promise.all(dashboards)).flatMap((answer) => answer.json())
  const refusals = answers.flatMap(({ error }) => error?.json ?? [])
  expect(answers).toHaveLength(40)
  expect(refusals.length).toBeGreaterThanOrEqual(2)
  for (const { data, message } of refusals) {
    expect([data.httpStatus, data.appCode, message]).toEqual([429, TOO_MANY.code, TOO_MANY.message])
  }
})

test('a member who waits for their own wallet is told after two seconds at most that nothing was done', async () => {
  const { memberId, token } = await member({ points: 10 })
  const served = createDb(serverUrl, { max: 4, lockMs: 50 })
  const second = await open({
    deps: createTestDeps(served),
  })
  const answer = await db.transaction().execute(async (holder) => {
    await lockWallet(holder, memberId)
    return withdraw(token, { served: second })
  })
  expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([
    503,
    'Too busy right now. Try again in a moment.',
    '1',
  ])
  await second.close()
  await served.destroy()
})

test('an account that changes things without a pause is slowed to its pace, at both doors together', async () => {
  const served = createDb(serverUrl, { max: 4 })
  const [perSecond, burst] = [4, 1]
  const paced = await open({
    deps: createTestDeps(served),
    paces: { ...PACES, mutation: { perSecond, burst } },
  })
  const { token } = await member()
  const began = performance.now()
  for (const door of [doors.REST, doors.tRPC, doors.REST, doors.tRPC, doors.REST, doors.tRPC]) {
    const answer = await withdraw(token, { served: paced, door })
    expect(door.said(answer.body)).toBe(TOO_FEW_POINTS)
  }
  // The first of six and the burst are free.
  expect(performance.now() - began).toBeGreaterThan((4 * 1000) / perSecond - 10)
  await paced.close()
  await served.destroy()
})
