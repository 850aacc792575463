import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addMembers, countWaitingOnLock, createTestDb, startTogether } from '../../testing.ts'
import { getPointsTotal } from '../admin/economy.ts'
import { earn, hold } from './ledger.testing.ts'
import { insertPosting, listTransactions, type NewPosting } from './ledger.ts'
import { getBalance } from './wallet.ts'

const { db, close } = await createTestDb({ isDamaged: true })
afterAll(close)

const givenWallet = async () => (await addMembers(db, 1))[0] ?? ''
const post = (posting: NewPosting) => db.transaction().execute((trx) => insertPosting(trx, posting))

test('a posting changes the balance, and records the result', async () => {
  const memberId = await givenWallet()
  await expect(post(earn(memberId, 9, 'survey:1'))).resolves.toMatchObject({
    id: 1,
    availableAfter: 9,
    isNew: true,
  })
  await expect(post(hold(memberId, 4, 'hold:1'))).resolves.toMatchObject({
    id: 2,
    availableAfter: 5,
    heldAfter: 4,
  })
  await expect(getBalance(db, memberId)).resolves.toEqual({
    availablePoints: 5,
    heldPoints: 4,
    totalEarnings: 9,
    thisMonthEarnings: 9,
    surveysCompleted: 0,
  })
})

test('the same cause posts once, however often and concurrently it comes', async () => {
  const memberId = await givenWallet()
  const race = await startTogether(db, memberId, () =>
    Array.from({ length: 50 }, () => post(earn(memberId, 7, 'survey:1'))),
  )
  const answers = race.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []))
  expect(answers).toHaveLength(50)
  expect(answers.filter((answer) => answer.isNew)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer.id))).toEqual(new Set([1]))
  await expect(getBalance(db, memberId)).resolves.toMatchObject({ availablePoints: 7 })
})

test('fifty concurrent postings leave a history without gaps', async () => {
  const memberId = await givenWallet()
  await startTogether(db, memberId, () =>
    Array.from({ length: 50 }, (_, index) => post(earn(memberId, 1, `survey:${index}`))),
  )
  const history = await listTransactions(db, memberId, { limit: 100 })
  expect(history.map((row) => row.id)).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index))
  expect(history.map((row) => row.availableAfter)).toEqual(history.map((row) => row.id))
})

test('only a reversal takes a member below zero, and marks the debt', async () => {
  const memberId = await givenWallet()
  await post(earn(memberId, 5, 'survey:1'))
  await expect(post(hold(memberId, 6, 'hold:1'))).rejects.toMatchObject({ code: 'CH001' })
  const reversal = {
    ...earn(memberId, -5, 'reversal:1'),
    kind: 'reversal' as const,
    houseAccount: 'reversals' as const,
  }
  await post(hold(memberId, 3, 'hold:2'))
  await expect(post({ ...reversal, reversesSeq: 99 })).rejects.toThrow('nothing to reverse')
  await expect(post({ ...reversal, reversesSeq: 1 })).resolves.toMatchObject({
    availableAfter: -3,
    heldAfter: 3,
  })
  await expect(post(hold(memberId, 1, 'hold:3'))).rejects.toMatchObject({ code: 'CH001' })
  await expect(post(earn(memberId, 1, 'survey:2'))).resolves.toMatchObject({ availableAfter: -2 })
})

test('a posting waits for points and postings that are about to commit', async () => {
  const memberId = await givenWallet()
  const reversal = {
    ...earn(memberId, -5, 'reversal:1'),
    kind: 'reversal' as const,
    houseAccount: 'reversals' as const,
    reversesSeq: 1,
  }
  const first = await db.startTransaction().execute()
  await insertPosting(first, earn(memberId, 10, 'survey:1'))
  const calls = Promise.allSettled([post(hold(memberId, 5, 'hold:1')), post(reversal)])
  while ((await countWaitingOnLock(db)) < 2) await sleep(5)
  await first.commit().execute()
  expect((await calls).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await expect(getBalance(db, memberId)).resolves.toMatchObject({ availablePoints: 0 })
})

test('each of several postings in one statement changes the balance and its day', async () => {
  const memberId = await givenWallet()
  const total = () => getPointsTotal(db)
  const before = await total()
  await sql`
    insert into posting (member_id, kind, available_delta, held_delta, house_account, source_key, description, actor)
    select ${memberId}, 'survey', n, 0, 'rewards', 'survey:' || n % 3, 'Survey: Tea', 'system' from generate_series(1, 5) n
  `.execute(db)
  // The fourth and the fifth have the same causes as the first and the second.
  const history = await listTransactions(db, memberId, { limit: 10 })
  expect(history.map((row) => [row.id, row.availableAfter])).toEqual([
    [3, 6],
    [2, 3],
    [1, 1],
  ])
  const { rows } = await sql`
    select points, day = business_day(now()) as is_today from earning_day where member_id = ${memberId}
  `.execute(db)
  expect(rows).toEqual([{ points: 6, isToday: true }])
  expect((await total()) - before).toBe(6)
})

test.each([
  ['a posting of nothing', { availableDelta: 0 }],
  ['points without a house account', { houseAccount: null }],
  ['a hold that creates points', { kind: 'hold' as const, heldDelta: 9, houseAccount: null }],
  [
    'a payout of available points',
    { kind: 'payout' as const, houseAccount: 'payouts' as const, availableDelta: -1 },
  ],
  ['a survey that costs', { availableDelta: -1 }],
])('%s cannot be posted', async (_name, change) => {
  const memberId = await givenWallet()
  await post(earn(memberId, 5, 'survey:0'))
  await expect(post({ ...earn(memberId, 5, 'survey:1'), ...change })).rejects.toThrow()
  await expect(getBalance(db, memberId)).resolves.toMatchObject({ availablePoints: 5, heldPoints: 0 })
})

test.each([
  'update posting set available_delta = 1000',
  'delete from posting',
  'truncate posting',
  'update wallet set available = 1000',
  'delete from wallet',
  'update audit_entry set reason = null',
  'delete from economy_version',
])('the server’s role cannot run: %s', async (statement) => {
  const memberId = await givenWallet()
  await post(earn(memberId, 5, 'survey:1'))
  await db.insertInto('auditEntry').values(auditEntry).execute()
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|only by a posting|never/)
})

test('a wallet without postings cannot be removed either', async () => {
  const memberId = await givenWallet()
  const removed = sql`delete from wallet where member_id = ${memberId}`.execute(db)
  await expect(removed).rejects.toThrow('only by a posting')
})

test.each(['posting', 'audit_entry'])(
  'even with the permissions granted, triggers keep %s unchanged',
  async (table) => {
    const memberId = await givenWallet()
    await post(earn(memberId, 5, 'survey:1'))
    await db.insertInto('auditEntry').values(auditEntry).execute()
    await sql.raw(`grant update, delete, truncate on ${table} to current_user`).execute(db)
    try {
      for (const statement of [
        `update ${table} set actor = 'x'`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(sql.raw(statement).execute(db)).rejects.toThrow('never changed or removed')
      }
    } finally {
      await sql.raw(`revoke update, delete, truncate on ${table} from current_user`).execute(db)
    }
  },
)

const auditEntry = {
  actor: 'system',
  action: 'x',
  subject: 'x',
  before: null,
  after: null,
  reason: null,
  address: null,
}

test('earnings count in the business month, whatever the session’s time zone', async () => {
  const { rows } = await sql<{ day: string }>`
    select business_day('2026-11-30 21:00:00Z')::text as day union all select business_day('2026-11-30 20:59:59Z')::text
  `.execute(db)
  expect(rows.map((row) => row.day)).toEqual(['2026-12-01', '2026-11-30'])
})
