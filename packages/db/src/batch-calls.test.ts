import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { batchCalls } from './batch-calls.ts'
import { createDb, type Db, getPoolStats, isDatabaseUnreachable } from './client.ts'
import { claimDay } from './queries/tasks/games.ts'
import { insertPosting } from './queries/wallet/ledger.ts'
import { getBalance } from './queries/wallet/wallet.ts'
import { addMembers, countWaitingOnLock, createTestDb } from './testing.ts'

const { db, url, close } = await createTestDb()
afterAll(close)

/** A process of its own, which tells how many calls each of its statements made. */
function openProcess() {
  const sizes: number[] = []
  const process = createDb(url, {
    onQuery: ({ query }) => {
      const isTogether = /(rewards|daily_logins)_together/.test(query.sql)
      if (!isTogether && !/claim_daily_login|book_posting/.test(query.sql)) return
      const [asked] = query.parameters
      sizes.push(isTogether ? JSON.parse(String(asked)).length : 1)
    },
  })
  onTestFinished(() => process.destroy())
  return { process, sizes }
}

const givenMembers = (count: number) => addMembers(db, count)

const claim = (process: Db, memberId: string, points = 25) =>
  claimDay(process, {
    memberId,
    points,
    streakBonus: 5,
    description: 'Daily login',
    descriptionInARow: 'Day %s in a row',
  })
const earn = (process: Db, memberId: string, sourceKey = 'survey:1') =>
  insertPosting(process, {
    memberId,
    kind: 'survey',
    availableDelta: 7,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey,
    description: 'Survey: “Tea”, {milk}',
    subjectId: randomUUID(),
    actor: `member:${memberId}`,
  })

/** Holds a member's wallet as another call of his would, until the test lets go. */
async function holdWallet(memberId: string) {
  const holder = await db.startTransaction().execute()
  await holder.selectFrom('wallet').select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  return () => holder.commit().execute()
}
const untilOneWaits = () => vi.waitUntil(async () => (await countWaitingOnLock(db)) > 0, { interval: 5 })

test('rewards of forty members at once share statements, and each is as one booked alone', async () => {
  const { process, sizes } = openProcess()
  const members = await givenMembers(40)
  const booked = await Promise.all(members.map((memberId) => earn(process, memberId)))
  expect(booked).toEqual(
    members.map(() => ({ id: 1, points: 7, availableAfter: 7, heldAfter: 0, isNew: true })),
  )
  expect(sizes.reduce((sum, size) => sum + size)).toBe(40)
  expect(sizes.length).toBeLessThan(6)

  const again = await Promise.all(members.map((memberId) => earn(process, memberId)))
  expect(again).toEqual(
    members.map(() => ({ id: 1, points: 7, availableAfter: 7, heldAfter: 0, isNew: false })),
  )
  const [last = ''] = members
  await expect(earn(process, last, 'survey:2')).resolves.toMatchObject({ id: 2, availableAfter: 14 })
  const { rows } = await sql<{ posting: object }>`
    select distinct to_jsonb(p) - '{member_id,created_at,hash,subject_id,actor}'::text[] as posting from posting p
    where member_id = any(${members}) and source_key = 'survey:1'
      and actor = 'member:' || member_id and subject_id is not null
  `.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.posting).toMatchObject({ description: 'Survey: “Tea”, {milk}', reverses_seq: null })
})

test('whoever claims twice at once gets the day once, beside others and in two processes', async () => {
  const [one, other] = [openProcess(), openProcess()]
  const members = await givenMembers(40)
  const twice = (process: Db, ids: string[]) => ids.flatMap((id) => [claim(process, id), claim(process, id)])
  const claims = await Promise.all([
    ...twice(one.process, members),
    ...twice(other.process, [...members].reverse()),
  ])
  expect(claims.filter(Boolean)).toEqual(members.map(() => ({ streak: 1, points: 25, availablePoints: 25 })))
  for (const memberId of members)
    expect(await getBalance(db, memberId)).toMatchObject({ availablePoints: 25 })
  expect(Math.max(...one.sizes)).toBeGreaterThan(10)
})

test('each of one statement has his own streak, bonus and words', async () => {
  const { process, sizes } = openProcess()
  const members = await givenMembers(6)
  const [, second = '', third = ''] = members
  await sql`
    insert into daily_login (member_id, day, points, streak)
    values (${second}, business_day(now()) - 1, 0, 4), (${third}, business_day(now()) - 2, 0, 9)
  `.execute(db)
  const claims = await Promise.all(members.map((memberId) => claim(process, memberId)))
  expect(claims.map((claimed) => claimed && [claimed.streak, claimed.points])).toEqual([
    [1, 25],
    [5, 30],
    [1, 25],
    [1, 25],
    [1, 25],
    [1, 25],
  ])
  expect(sizes.sort()).toEqual([1, 2, 3])
  const { rows } = await sql`select description from posting where member_id = ${second}`.execute(db)
  expect(rows).toEqual([{ description: 'Day 5 in a row' }])
})

test('a bonus of nothing books nothing, and says what there is', async () => {
  const { process, sizes } = openProcess()
  const members = await givenMembers(6)
  for (const memberId of members) await earn(db, memberId)
  const claims = await Promise.all(members.map((memberId) => claim(process, memberId, 0)))
  expect(claims).toEqual(members.map(() => ({ streak: 1, points: 0, availablePoints: 7 })))
  expect(sizes).toHaveLength(3)
  const again = await Promise.all(members.map((memberId) => claim(process, memberId, 0)))
  expect(again.filter(Boolean)).toEqual([])
})

test('a member whose wallet somebody else holds keeps nobody waiting, and gets his when it is free', async () => {
  const { process } = openProcess()
  const members = await givenMembers(12)
  const letGo = await holdWallet(members[5] ?? '')
  const calls = members.map((memberId) => claim(process, memberId))
  const others = calls.filter((_, index) => index !== 5)
  expect((await Promise.all(others)).filter(Boolean)).toHaveLength(11)
  await untilOneWaits()
  await letGo()
  expect(await calls[5]).toEqual({ streak: 1, points: 25, availablePoints: 25 })
})

test('one who is refused is refused alone', async () => {
  const { process } = openProcess()
  const members = await givenMembers(12)
  const gone = members[5] ?? ''
  await sql`
    update member set email = 'erased-' || member_id || '@deleted.invalid', first_name = 'Erased', last_name = 'member',
      country = '', password_hash = '', suspended_at = now(), suspension_reason = 'erased', deletion_due_at = now(), erased_at = now()
    where member_id = ${gone}
  `.execute(db)
  const claims = await Promise.allSettled(members.map((memberId) => claim(process, memberId)))
  expect(claims.map(({ status }) => status)).toEqual(
    members.map((memberId) => (memberId === gone ? 'rejected' : 'fulfilled')),
  )
  expect(claims[5]).toMatchObject({ reason: { message: `member ${gone} was erased` } })
})

test('everybody is told of a connection that broke, nothing of it is there, and it can be asked again', async () => {
  const { process, sizes } = openProcess()
  const members = await givenMembers(12)
  const holder = await db.startTransaction().execute()
  await sql`lock table earning_day in exclusive mode`.execute(holder)
  const calls = Promise.allSettled(members.map((memberId) => claim(process, memberId)))
  await vi.waitUntil(async () => (await countWaitingOnLock(db)) === 3, { interval: 5 })
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  const broken = await calls
  await holder.commit().execute()
  expect(broken.map(({ status }) => status)).toEqual(members.map(() => 'rejected'))
  expect(
    broken.filter((call) => call.status === 'rejected' && isDatabaseUnreachable(call.reason)),
  ).toHaveLength(12)
  await vi.waitUntil(() => getPoolStats(process).total === 0, { interval: 5 })
  const again = await Promise.all(members.map((memberId) => claim(process, memberId)))
  expect(again.filter(Boolean)).toHaveLength(12)
  expect(sizes.length).toBeLessThan(10)
})

test('statements that hang, one after the other, hold up nobody who comes after them', async () => {
  const hangs = new Promise<never>(() => {})
  const call = batchCalls<{ memberId: string }, string>({
    alone: () => hangs,
    together: async (_, calls) =>
      calls.some(({ memberId }) => memberId === 'hung')
        ? hangs
        : new Map(calls.map(({ memberId }) => [memberId, memberId])),
  })
  for (let one = 0; one < 3; one++) {
    void call(db, { memberId: 'hung' })
    await setImmediate()
  }
  expect(await Promise.all(['ann', 'ben'].map((memberId) => call(db, { memberId })))).toEqual(['ann', 'ben'])
})

test('within a transaction nothing is shared', async () => {
  const { process, sizes } = openProcess()
  const members = await givenMembers(4)
  await process.transaction().execute((trx) => Promise.all(members.map((memberId) => earn(trx, memberId))))
  expect(sizes).toEqual([1, 1, 1, 1])
})
