import { setTimeout as sleep } from 'node:timers/promises'
import type { FigurePeriod } from '@chuma/contract/business-day'
import {
  getClickFigures,
  getOfferFunnel,
  getPageViewTotal,
  getSettledMoment,
  listDailyFigures,
  listPageViews,
  rollUpFigures,
} from '@chuma/db/queries/admin/figures'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { keepFigures } from '../analytics.ts'
import { dayBefore, figuresByHand, funnelByHand, givenBusyDay, givenPaid, spreadOut } from './testing.ts'

const SPREAD_DAYS = 9
/** Starts before anything happened. */
const whole: FigurePeriod = { from: dayBefore(12), to: dayBefore(0) }

/** A business of nine uncounted days. Moving postings in time breaks the ledger's chain, so `isDamaged` is set. */
async function givenBusiness() {
  const testDb = await createTestDb({ max: 10, isDamaged: true })
  const { db } = testDb
  const busy = await givenBusyDay(db)
  await spreadOut(db, SPREAD_DAYS)
  for (const [n, route] of ['/', '/surveys', '/'].entries()) {
    const row = { day: dayBefore(n * 2), route, shard: n, views: 5 + n }
    await db.insertInto('pageView').values(row).execute()
  }
  return { ...testDb, ...busy }
}

const business = await givenBusiness()
const { db } = business
afterAll(business.close)

const rollUp = (mostDays: number) =>
  db.transaction().execute((trx) => rollUpFigures(trx, { before: new Date(), mostDays }))
const keptDays = async () => (await db.selectFrom('figureDay').select('day').orderBy('day').execute()).length

async function expectTrue() {
  for (const period of [
    whole,
    { from: dayBefore(5), to: dayBefore(3) },
    { from: dayBefore(2), to: dayBefore(0) },
    { from: dayBefore(8), to: dayBefore(8) },
  ]) {
    expect(await listDailyFigures(db, period)).toEqual(await figuresByHand(db, period))
    for (const surveyId of [business.ownSurvey, business.partnersSurvey]) {
      expect(await getOfferFunnel(db, { id: surveyId, ...period })).toEqual(
        await funnelByHand(db, surveyId, period),
      )
    }
  }
}

async function expectTotals() {
  const clicks = await db.selectFrom('click').select(['surveyId', 'clickedAt', 'title']).execute()
  const ofSurveys = clicks.filter(({ surveyId }) => surveyId !== null)
  const figures = await getClickFigures(db)
  expect(figures).toMatchObject({
    surveyClicks: ofSurveys.length,
    affiliateClicks: clicks.length - ofSurveys.length,
  })
  const newest = (rows: typeof clicks) =>
    rows
      .map(({ clickedAt }) => clickedAt.getTime())
      .sort((a, b) => b - a)
      .slice(0, 5)
  expect(figures.recentSurveyClicks.map(({ clickedAt }) => clickedAt.getTime())).toEqual(newest(ofSurveys))
  expect(figures.recentAffiliateClicks[0]).toMatchObject({
    user: { firstName: 'Amina', lastName: 'Otieno' },
  })
  expect(await getPageViewTotal(db)).toBe(5 + 6 + 7)
}

test('the test business has something for each figure', async () => {
  const days = await figuresByHand(db, whole)
  const sum = (read: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + read(day), 0)
  expect(sum(({ signUps }) => signUps)).toBe(8)
  expect(sum(({ activeMembers }) => activeMembers)).toBeGreaterThan(3)
  expect(sum(({ earned }) => earned.survey ?? 0)).toBeGreaterThan(0)
  expect(sum(({ earned }) => earned.reversal ?? 0)).toBeLessThan(0)
  expect(sum(({ paidKes }) => paidKes)).toBe(2000)
  expect(days.filter(({ owedPoints }) => owedPoints > 0).length).toBeGreaterThan(5)
  expect(await funnelByHand(db, business.ownSurvey, whole)).toEqual({
    clicks: 0,
    started: 4,
    completed: 3,
    credited: 3,
  })
  expect(await funnelByHand(db, business.partnersSurvey, whole)).toEqual({
    clicks: 1,
    started: 1,
    completed: 1,
    credited: 1,
  })
})

test('every figure equals the sum of the rows, whichever days are stored already', async () => {
  await expectTrue()
  await expectTotals()
  expect(await rollUp(3)).toBe(3)
  await expectTrue()
  await expectTotals()
  expect(await rollUp(100)).toBe(5)
  await expectTrue()
  await expectTotals()
  expect(await keptDays()).toBe(8)
})

test('a late event counts on the day of its arrival', async () => {
  const { rows: kept } = await sql`select * from daily_figure order by name, day`.execute(db)
  await business.reverseLate()
  await givenPaid(db)
  await keepFigures({ db })
  expect((await sql`select * from daily_figure order by name, day`.execute(db)).rows).toEqual(kept)
  await expectTrue()
})

test('points owed equal the members’ balances', async () => {
  const { points } = await db
    .selectFrom('wallet')
    .select(sql<number>`sum(available + held)::bigint`.as('points'))
    .executeTakeFirstOrThrow()
  expect((await listDailyFigures(db, whole)).at(-1)).toMatchObject({
    owedPoints: points,
    owedKes: points * 1000,
  })
})

test('points owed are valued at the rate of the day', async () => {
  for (const [kesPerPoint, day] of [
    [100, 7],
    [250, 3],
  ]) {
    await sql`insert into economy_version (record, changed_by, reason, created_at)
      values (jsonb_build_object('kesPerPoint', ${kesPerPoint}::int), 'test', 'test',
        business_day_start(business_day(now()) - ${day}::int) + interval '5 hours')`.execute(db)
  }
  const days = await listDailyFigures(db, whole)
  const rates = days.map(({ owedKes, owedPoints }) => owedPoints && owedKes / owedPoints)
  expect(rates.slice(-9)).toEqual([100, 100, 100, 100, 100, 250, 250, 250, 250])
})

test('future days are left out, quiet days are not', async () => {
  const days = await listDailyFigures(db, { from: dayBefore(20), to: '2999-01-01' })
  expect(days).toHaveLength(21)
  expect(days[0]).toMatchObject({ signUps: 0, earned: {}, owedPoints: 0, owedKes: 0 })
})

test('pages are listed by their number of views', async () => {
  expect(await listPageViews(db, whole)).toEqual([
    { route: '/', views: 12 },
    { route: '/surveys', views: 6 },
  ])
})

test('concurrent and repeated counts store each day once', async () => {
  const other = await givenBusiness()
  try {
    const counting = await other.db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(hashtext('figures'))`.execute(holder)
      const runs = [rollUpAll(other.db), rollUpAll(other.db), rollUpAll(other.db)]
      while ((await countWaitingOnLock(other.db)) < runs.length) await sleep(5)
      return { runs }
    })
    expect((await Promise.all(counting.runs)).sort()).toEqual([0, 0, 8])
    expect(await rollUpAll(other.db)).toBe(0)
    expect(await listDailyFigures(other.db, whole)).toEqual(await figuresByHand(other.db, whole))
  } finally {
    await other.close()
  }
})

const rollUpAll = (on: typeof db) =>
  on.transaction().execute((trx) => rollUpFigures(trx, { before: new Date(), mostDays: 100 }))

test('a day is not counted while a transaction that began in it is open', async () => {
  const settled = () => db.transaction().execute(getSettledMoment)
  const holder = await db.startTransaction().execute()
  const { rows } = await sql<{ began: Date }>`select now() as began`.execute(holder)
  const began = rows[0]?.began.getTime() ?? 0
  await sql`select pg_sleep(0)`.execute(holder)
  expect((await settled()).getTime()).toBe(began - 60_000)
  expect((await settled()).getTime()).toBe(began - 60_000)
  await holder.rollback().execute()
  expect((await settled()).getTime()).toBeGreaterThan(began - 60_000)
})

/** A zone with another hour but the same day as in Nairobi: otherwise days in the future would not be counted yet. */
function sameDayElsewhere(): string {
  const hour = new Date().getUTCHours()
  return hour >= 1 && hour < 21 ? 'Etc/GMT+1' : 'Etc/GMT-4'
}

test('a change of the time zone loses nothing and counts nothing twice', async () => {
  const other = await givenBusiness()
  try {
    const sumOf = async () =>
      (await listDailyFigures(other.db, whole)).reduce(
        (sum, { signUps, paidCount, pageViews }) => sum + signUps + 100 * paidCount + 10_000 * pageViews,
        0,
      )
    const before = await sumOf()
    await other.db.transaction().execute((trx) => rollUpFigures(trx, { before: new Date(), mostDays: 4 }))
    await sql`insert into economy_version (record, changed_by, reason)
      values (${JSON.stringify({ timeZone: sameDayElsewhere() })}, 'test', 'test')`.execute(other.db)
    expect(await sumOf()).toBe(before)
    await rollUpAll(other.db)
    expect(await sumOf()).toBe(before)
  } finally {
    await other.close()
  }
})
