import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { approve, createPayoutDeps, givenWithdrawal, pay } from '../payouts/testing.ts'
import { readRows } from '../testing.ts'
import { createTransparencyReader } from './create-transparency-reader.ts'
import { tamper } from './testing.ts'

const { db, close } = await createTestDb({ max: 8, isDamaged: true })
afterAll(close)
const deps = createPayoutDeps(db, null)
const read = () => createTransparencyReader(db)()

/** Paid some days ago, some hours after the request. */
async function givenPaid(daysAgo: number, hours: number, taxKes = 0) {
  const { id } = await givenWithdrawal(db)
  await approve(deps, { id })
  await pay(deps, { id }, '')
  await tamper(
    db,
    sql`update withdrawal set paid_at = now() - make_interval(days => ${daysAgo}), tax_percent = 5, tax_kes = ${taxKes},
      requested_at = now() - make_interval(days => ${daysAgo}, hours => ${hours}) where withdrawal_id = ${id}`,
  )
}

async function givenOpen(hoursAgo: number) {
  const { id } = await givenWithdrawal(db)
  await sql`update withdrawal set requested_at = now() - make_interval(hours => ${hoursAgo})
    where withdrawal_id = ${id}`.execute(db)
}

test('before the first payment the figures are zero, without times', async () => {
  expect(await read()).toEqual({
    paidKes: 0,
    paidKesLast30Days: 0,
    membersPaid: 0,
    timedCount: 0,
    medianSeconds: null,
    p95Seconds: null,
    openByAge: { underOneDay: 0, oneToThreeDays: 0, threeToSevenDays: 0, overSevenDays: 0 },
    computedAt: expect.any(Date),
  })
})

test('four payments are too few for a median time, five are enough', async () => {
  for (const hours of [1, 2, 3, 10]) await givenPaid(2, hours)
  expect(await read()).toMatchObject({ timedCount: 4, medianSeconds: null, p95Seconds: null })
  await givenPaid(2, 4)
  expect(await read()).toMatchObject({ timedCount: 5, medianSeconds: 3 * 3600, p95Seconds: 31_680 })
})

test('the sums equal those of the raw rows: payments less tax', async () => {
  await givenPaid(31, 1, 100)
  await givenPaid(29, 1, 100)
  await givenPaid(91, 5000)
  const rows = await readRows(db, 'withdrawal', ['memberId', 'amountKes', 'taxKes', 'paidAt'], {
    status: 'paid',
  })
  const net = (kept: typeof rows) => kept.reduce((sum, { amountKes, taxKes }) => sum + amountKes - taxKes, 0)
  const since = (days: number) =>
    rows.filter(({ paidAt }) => paidAt && Date.now() - Number(paidAt) < days * 86_400_000)
  expect(await read()).toMatchObject({
    paidKes: net(rows),
    paidKesLast30Days: net(since(30)),
    membersPaid: new Set(rows.map(({ memberId }) => memberId)).size,
    timedCount: since(90).length,
  })
  expect([net(rows), net(since(30))]).toEqual([15_800, 11_900])
})

test('open requests are counted by their waiting time', async () => {
  for (const hours of [0, 23, 24, 71, 72, 73, 167, 168, 1000]) await givenOpen(hours)
  expect((await read()).openByAge).toEqual({
    underOneDay: 2,
    oneToThreeDays: 2,
    threeToSevenDays: 3,
    overSevenDays: 2,
  })
})

test('concurrent readers share one computation, which is repeated when it is too old', async () => {
  const figures = createTransparencyReader(db, 60_000)
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, figures))
  expect(others.every((other) => other === first)).toBe(true)
  expect(await figures()).toBe(first)
  const stale = createTransparencyReader(db, 0)
  expect(await stale()).not.toBe(await stale())
})

test('a failure is not cached', async () => {
  const figures = createTransparencyReader(db, 60_000)
  await sql`alter table withdrawal rename column requested_at to asked_at`.execute(db)
  await expect(figures()).rejects.toThrow()
  await sql`alter table withdrawal rename column asked_at to requested_at`.execute(db)
  expect(await figures()).toMatchObject({ timedCount: expect.any(Number) })
})

test('the figures contain nothing about individuals', async () => {
  const text = JSON.stringify(await read())
  expect(text).not.toMatch(/[0-9a-f]{8}-|@|2547/)
})
