import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { addMembers, countWaitingOnLock, createTestDb } from '../../testing.ts'
import { getPointsTotal } from '../admin/economy.ts'
import { earn, hold } from './ledger.testing.ts'
import { insertPosting, listTransactions, type NewPosting } from './ledger.ts'

// Points are held here without a withdrawal, which verification would report.
const { db, url, close } = await createTestDb({ isDamaged: true })
afterAll(close)

const givenWallet = async () => (await addMembers(db, 1))[0] ?? ''
const post = (posting: NewPosting) => db.transaction().execute((trx) => insertPosting(trx, posting))

const payout = (memberId: string, points: number): NewPosting => ({
  ...earn(memberId, 0, 'payout:1'),
  kind: 'payout',
  heldDelta: -points,
  houseAccount: 'payouts',
})

const readWallet = (memberId: string) =>
  db
    .selectFrom('wallet')
    .select(['available', 'held', 'earned', 'seq', 'lastHash', 'inReversalDebt'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()

test('a caller cannot choose the number, balances, time or hash of a posting', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 5, 'survey:0'))
  await sql`
    insert into posting (
      member_id, kind, available_delta, held_delta, house_account, source_key, description, actor,
      seq, available_after, held_after, hash, created_at
    )
    values (${memberId}, 'survey', 7, 0, 'rewards', 'survey:1', 'Survey: Tea', 'x', 9, 900, 9, 'x', '2020-01-01')
  `.execute(db)
  const { rows } = await sql`
    select p.seq, p.available_after, p.held_after, p.created_at > now() - interval '1 day' as is_now,
      p.hash = posting_hash((select hash from posting o where o.member_id = p.member_id and o.seq = 1), p) as is_sealed
    from posting p where p.member_id = ${memberId} and p.source_key = 'survey:1'
  `.execute(db)
  expect(rows).toEqual([{ seq: 2, availableAfter: 12, heldAfter: 0, isNow: true, isSealed: true }])
  expect(await readWallet(memberId)).toMatchObject({ available: 12, held: 0, earned: 12, seq: 2 })
})

test('a posting’s hash covers every field and the previous hash', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 5, 'survey:1'))
  const fields = [
    'member_id = gen_random_uuid()',
    'seq = 2',
    "kind = 'ad'",
    'available_delta = 6',
    'held_delta = 1',
    'available_after = 6',
    'held_after = 1',
    "house_account = 'reversals'",
    "source_key = 'survey:2'",
    "description = 'x'",
    'subject_id = gen_random_uuid()',
    'reverses_seq = 1',
    "actor = 'x'",
    "created_at = created_at + interval '1 microsecond'",
  ]
  for (const field of fields) {
    const [column = '', value = ''] = field.split(/ = (.*)/)
    const { rows } = await sql<{ isSame: boolean }>`
      select posting_hash('', jsonb_populate_record(p, jsonb_build_object(${column}::text, ${sql.raw(value)}))) = p.hash as is_same
      from posting p where member_id = ${memberId}
    `.execute(db)
    expect([field, rows]).toEqual([field, [{ isSame: false }]])
  }
  const { rows } = await sql`
    select posting_hash('', p) = p.hash as is_first, posting_hash('x', p) = p.hash as is_any
    from posting p where member_id = ${memberId}
  `.execute(db)
  expect(rows).toEqual([{ isFirst: true, isAny: false }])
})

test('the wallet stores its last posting’s hash, and earnings separately from the balance', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 9, 'survey:1'))
  await post(hold(memberId, 4, 'hold:1'))
  await post(payout(memberId, 4))
  const taken = { kind: 'reversal' as const, houseAccount: 'reversals' as const, reversesSeq: 1 }
  await post({ ...earn(memberId, -9, 'reversal:1'), ...taken })
  const wallet = await readWallet(memberId)
  expect(wallet).toMatchObject({ available: -4, held: 0, earned: 0, seq: 4, inReversalDebt: true })
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from posting where member_id = ${memberId} and seq = 4
  `.execute(db)
  expect(rows).toEqual([{ hash: wallet.lastHash }])
})

test('a wallet is in debt after a reversal of spent points, until more is earned', async () => {
  const memberId = await givenWallet()
  const isInDebt = async () => (await readWallet(memberId)).inReversalDebt
  await post(earn(memberId, 9, 'survey:1'))
  await post(hold(memberId, 9, 'hold:1'))
  expect(await isInDebt()).toBe(false)
  const taken = { kind: 'reversal' as const, houseAccount: 'reversals' as const, reversesSeq: 1 }
  await post({ ...earn(memberId, -1, 'reversal:1'), ...taken })
  expect(await isInDebt()).toBe(true)
  await post(earn(memberId, 1, 'survey:2'))
  expect(await isInDebt()).toBe(false)
})

test('no more held points can be taken than there are', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 9, 'survey:1'))
  await post(hold(memberId, 4, 'hold:1'))
  await expect(post(payout(memberId, 5))).rejects.toMatchObject({ code: 'CH001' })
  const adjustment = { kind: 'adjustment' as const, houseAccount: 'adjustments' as const }
  await expect(post({ ...earn(memberId, -6, 'x:1'), ...adjustment })).rejects.toMatchObject({ code: 'CH001' })
  expect(await readWallet(memberId)).toMatchObject({ available: 5, held: 4, seq: 2 })
})

test('nothing is posted to a member without a wallet', async () => {
  await expect(post(earn(randomUUID(), 5, 'survey:1'))).rejects.toThrow('no wallet')
})

test('everything that belongs to a posting changes with it or not at all', async () => {
  const memberId = await givenWallet()
  const total = await getPointsTotal(db)
  const failed = db.transaction().execute(async (trx) => {
    await insertPosting(trx, earn(memberId, 5, 'survey:1'))
    throw new Error('lost')
  })
  await expect(failed).rejects.toThrow('lost')
  expect(await readWallet(memberId)).toMatchObject({ available: 0, earned: 0, seq: 0 })
  expect(await getPointsTotal(db)).toBe(total)
  expect(await listTransactions(db, memberId, { limit: 1 })).toEqual([])
})

test('holding and releasing points earns nothing and changes no sum; paying them out takes them from the sum', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 9, 'survey:1'))
  const total = await getPointsTotal(db)
  await post(hold(memberId, 4, 'hold:1'))
  expect(await getPointsTotal(db)).toBe(total)
  await post(payout(memberId, 4))
  expect(await getPointsTotal(db)).toBe(total - 4)
  const days = await db.selectFrom('earningDay').select('points').where('memberId', '=', memberId).execute()
  expect(days).toEqual([{ points: 9 }])
})

test('open pages are notified of postings by others, and not of those by the member’s own call', async () => {
  const [own, given] = [await givenWallet(), await givenWallet()]
  const listener = new pg.Client({ connectionString: url })
  await listener.connect()
  onTestFinished(() => listener.end())
  const told: unknown[] = []
  listener.on('notification', ({ payload }) => told.push(payload))
  await listener.query('listen points_change')
  await post({ ...earn(own, 5, 'survey:1'), actor: `member:${own}` })
  await post({ ...earn(given, 5, 'survey:1'), actor: 'partner:acme' })
  await vi.waitUntil(() => told.length > 0, { interval: 5 })
  expect(told).toEqual([given])
})

test.each([
  'update wallet set available = available + 1',
  'update wallet set earned_correction = 5',
  'update earning_day set points = points + 1',
  'delete from earning_day',
])('even in the transaction of a posting, no one can run: %s', async (statement) => {
  const memberId = await givenWallet()
  const changed = db.transaction().execute(async (trx) => {
    await insertPosting(trx, earn(memberId, 5, 'survey:1'))
    await sql.raw(statement).execute(trx)
  })
  await expect(changed).rejects.toThrow('only by a posting')
})

test('the statement of a posting cannot change another balance', async () => {
  const [memberId, other] = [await givenWallet(), await givenWallet()]
  // PostgreSQL runs `rich` after the insert and before the insert's AFTER trigger, which closes the ledger too.
  const changed = sql`
    with rich as (update wallet set available = available + 1 where member_id = ${other})
    insert into posting (member_id, kind, available_delta, held_delta, house_account, source_key, description, actor)
    values (${memberId}, 'survey', 7, 0, 'rewards', 'survey:1', 'Survey: Tea', 'x')
  `.execute(db)
  await expect(changed).rejects.toThrow('only by a posting')
  expect(await readWallet(other)).toMatchObject({ available: 0 })
})

test('a repeat that waited for the first posting leaves balances protected', async () => {
  const memberId = await givenWallet()
  const first = await db.startTransaction().execute()
  await insertPosting(first, earn(memberId, 5, 'survey:1'))
  const changed = db.transaction().execute(async (trx) => {
    const { isNew } = await insertPosting(trx, earn(memberId, 5, 'survey:1'))
    expect(isNew).toBe(false)
    await sql`update wallet set available = available + 1 where member_id = ${memberId}`.execute(trx)
  })
  const refused = expect(changed).rejects.toThrow('only by a posting')
  while ((await countWaitingOnLock(db)) === 0) await sleep(5)
  await first.commit().execute()
  await refused
  expect(await readWallet(memberId)).toMatchObject({ available: 5, seq: 1 })
})

test('a wallet starts empty', async () => {
  const { memberId } = await db
    .insertInto('member')
    .values({ email: 'rich@example.com', firstName: 'A', lastName: 'B', country: 'Kenya', passwordHash: '-' })
    .returning('memberId')
    .executeTakeFirstOrThrow()
  for (const [column, value] of [
    ['available', 5],
    ['held', 5],
    ['earned', 5],
    ['seq', 5],
    ['earned_correction', 5],
  ] as const) {
    const rich = sql`insert into wallet (member_id, ${sql.ref(column)}) values (${memberId}, ${value})`
    await expect(rich.execute(db)).rejects.toThrow('a wallet starts empty')
  }
})
