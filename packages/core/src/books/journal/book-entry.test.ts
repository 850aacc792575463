import { setTimeout as sleep } from 'node:timers/promises'
import { CHART, CURRENCIES } from '@chuma/contract/books/journal'
import { createDb, type Trx } from '@chuma/db/client'
import type { JournalEntry } from '@chuma/db/queries/books/journal'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bookEntry } from '../../wallet/ledger.ts'
import { closeNextMonth, readEntry, transferOf } from './testing.ts'

const { db, serverUrl, close } = await createTestDb({ max: 6, isDamaged: true })
const server = createDb(serverUrl, { max: 4 })
afterAll(async () => {
  await server.destroy()
  await close()
})

const book = (entry: JournalEntry) => server.transaction().execute((trx) => bookEntry(trx, entry))
const countOf = async (sourceKey: string) => (await readEntry(db, sourceKey)).length

async function dayOf(sourceKey: string) {
  return db
    .selectFrom('journalEntry')
    .select(['day', 'bookedFor', sql<string>`business_day(booked_at)`.as('today')])
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirstOrThrow()
}

test('the chart of accounts is the one of the code', async () => {
  const stored = await db.selectFrom('journalAccount').select(['code', 'number', 'name', 'type']).execute()
  expect(stored.sort((one, other) => one.number - other.number)).toEqual(CHART)
})

test('an entry is booked today with its lines, and a repeat books nothing', async () => {
  await book(transferOf('once'))
  await book({ ...transferOf('once', 700), description: 'Another' })
  expect(await readEntry(db, 'once')).toEqual(['debit float-mpesa KES 1', 'credit bank KES 1'])
  const { day, bookedFor, today } = await dayOf('once')
  expect([day, bookedFor]).toEqual([today, null])
})

test('two transactions that book the same cause at once book it once', async () => {
  await server.transaction().execute(async (trx) => {
    await bookEntry(trx, transferOf('race'))
    const second = book(transferOf('race'))
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    return { second }
  })
  expect(await countOf('race')).toBe(2)
})

test('a transaction that fails after its entry leaves none', async () => {
  const failing = server.transaction().execute(async (trx) => {
    await bookEntry(trx, transferOf('gone'))
    throw new Error('died')
  })
  await expect(failing).rejects.toThrow('died')
  expect(await countOf('gone')).toBe(0)
})

const kes = (minor: number) => ({ account: 'bank', currency: 'KES', minor }) as const
const usd = (minor: number) => ({ account: 'bank', currency: 'USD', minor }) as const

test.each([
  ['whose currencies even each other out', [kes(100), usd(-100)], 'does not balance: KES, USD'],
  ['that is a cent short', [kes(100), kes(-99)], 'does not balance: KES'],
  ['of one line', [kes(100)], 'does not balance: KES'],
])('an entry %s is refused', async (name, lines, refusal) => {
  await expect(book({ ...transferOf(name), lines })).rejects.toThrow(refusal)
  expect(await countOf(name)).toBe(0)
})

test('an unknown account or currency is refused, and an entry without any amount books nothing', async () => {
  const lines = (account: string, currency: string) =>
    JSON.stringify([
      { account, currency, minor: 1 },
      { account, currency, minor: -1 },
    ])
  const insert = (json: string) =>
    sql`insert into journal_entry (source_key, kind, description, lines) values ('raw', 'opening', 'x', ${json}::jsonb)`
  await expect(insert(lines('pocket', 'KES')).execute(server)).rejects.toThrow('journal_line_account_fkey')
  await expect(insert(lines('bank', 'EUR')).execute(server)).rejects.toThrow('journal_line_currency_check')
  await book({ ...transferOf('empty'), lines: [kes(0), kes(0)] })
  expect(await countOf('empty')).toBe(0)
})

test.each([
  'update journal_entry set description = $$x$$',
  'delete from journal_entry',
  'truncate journal_entry cascade',
  'insert into journal_line select entry_id, 9, account, currency, minor, day from journal_line limit 1',
  'update journal_line set minor = 1',
  'delete from journal_line',
  'insert into journal_day values (current_date, $$bank$$, $$KES$$, gen_random_uuid(), 1, 1, 0)',
  'update journal_day set debit_minor = 0',
  'delete from journal_day',
  'insert into journal_account values ($$x$$, 9000, $$x$$, $$asset$$)',
  'update accounting_period set month = month',
  'delete from accounting_period',
])('neither the server nor the owner can get round an entry by: %s', async (statement) => {
  await book(transferOf('kept'))
  await expect(sql.raw(statement).execute(server)).rejects.toThrow('permission denied')
  if (statement.includes('journal_account')) return
  await closeNextMonth(db)
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(
    /never changed or removed|only by a journal entry|permission denied/,
  )
})

test('an entry for a closed month is booked on the first open day, one for tomorrow today', async () => {
  const month = await closeNextMonth(db)
  await book({ ...transferOf('late'), day: month })
  const firstOpen = new Date(`${month}T00:00:00Z`)
  firstOpen.setUTCMonth(firstOpen.getUTCMonth() + 1)
  expect(await dayOf('late')).toMatchObject({ day: firstOpen.toISOString().slice(0, 10), bookedFor: month })

  await book({ ...transferOf('early'), day: '2999-01-01' })
  const { day, bookedFor, today } = await dayOf('early')
  expect([day, bookedFor]).toEqual([today, '2999-01-01'])
})

const insertPeriod = (trx: Trx, month: string) =>
  sql`insert into accounting_period (month, closed_by, approved_by) values (${month}, 'a', 'b')`.execute(trx)

test('a month closes once, in order, by two people, when it is over', async () => {
  const last = await closeNextMonth(db)
  const inServer = (month: string) => server.transaction().execute((trx) => insertPeriod(trx, month))
  await expect(inServer(last)).rejects.toThrow('months close in order')
  await expect(inServer('2021-12-01')).rejects.toThrow('months close in order')
  await expect(inServer('2021-12-02')).rejects.toThrow()
  await expect(
    sql`insert into accounting_period (month, closed_by, approved_by) select max(month) + interval '1 month', 'a', 'a'
      from accounting_period`.execute(server),
  ).rejects.toThrow('accounting_period_four_eyes')
})

test('a month waits for an entry that is not committed, and entries wait for a month that is closing', async () => {
  const { closing } = await server.transaction().execute(async (trx) => {
    await bookEntry(trx, { ...transferOf('before'), day: '2020-12-31' })
    const closing = closeNextMonth(db)
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    return { closing }
  })
  await closing
  expect(await countOf('before')).toBe(2)
  const { late } = await db.transaction().execute(async (trx) => {
    const month = await closeNextMonth(trx)
    const late = book({ ...transferOf('while closing'), day: month })
    while ((await countWaitingOnLock(db)) < 1) await sleep(5)
    return { late: { month, booked: late } }
  })
  await late.booked
  expect(await dayOf('while closing')).toMatchObject({ bookedFor: late.month })
})

const line = fc.record({
  account: fc.constantFrom(...CHART.map(({ code }) => code)),
  currency: fc.constantFrom(...CURRENCIES),
  minor: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
})

test('whatever is booked, in any order, the trial balance is even and days agree with lines', async () => {
  let entries = 0
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), async (lines, isEven) => {
      entries += 1
      const counter = lines.map((one) => ({ ...one, account: 'opening-balance' as const, minor: -one.minor }))
      const entry = { ...transferOf(`random:${entries}`), lines: isEven ? [...lines, ...counter] : lines }
      await book(entry).catch((error: Error) => expect(error.message).toContain('does not balance'))
    }),
    { numRuns: 60 },
  )
  const { rows } = await sql<{ isEven: boolean; agrees: boolean }>`
    select (select coalesce(bool_and(even), true) from (select sum(minor) = 0 as even from journal_line group by currency) s)
      as is_even, not exists (
        select from (
          select account, currency, day, minor from journal_line
          union all select account, currency, day, credit_minor - debit_minor from journal_day
        ) as both_sides group by account, currency, day having sum(minor) <> 0
      ) as agrees
  `.execute(db)
  expect(rows).toEqual([{ isEven: true, agrees: true }])
})
