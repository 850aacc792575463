import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenMember, openTestDb, refusals, setRows } from '../../testing.ts'
import { getToday } from '../get-today.ts'
import { givenPremiumMember, givenQuestions, travel, withEconomy } from '../testing.ts'
import { spin } from '../wheel.ts'
import { claimDailyLogin } from './claim-daily-login.ts'

const { db, deps } = await openTestDb()

const dayOf = async (moment: string) => {
  const { rows } = await sql<{ day: string }>`select business_day(${moment}::timestamptz) as day`.execute(db)
  return rows[0]?.day
}
test('a business day ends at midnight in Nairobi, regardless of server and member', async () => {
  expect(await dayOf('2026-11-21T20:59:59Z')).toBe('2026-11-21')
  expect(await dayOf('2026-11-21T21:00:00Z')).toBe('2026-11-22')
})

test('pays 25 points once a day, with a posting', async () => {
  const member = await givenMember(db)
  expect(await claimDailyLogin(deps, member)).toEqual({ pointsEarned: 25, availablePoints: 25, streak: 1 })
  await expect(claimDailyLogin(deps, member)).rejects.toMatchObject({ code: 'DONE_TODAY' })
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([
    { kind: 'daily-login', points: 25, description: 'Daily login' },
  ])
})

test('of 50 concurrent claims one is paid', async () => {
  const member = await givenMember(db)
  const results = await startTogether(db, member.memberId, () =>
    Array.from({ length: 50 }, () => claimDailyLogin(deps, member)),
  )
  expect(refusals(results)).toEqual(Array(49).fill('DONE_TODAY'))
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 25 })
})

test('counts consecutive days, and pays a streak bonus if there is one', async () => {
  const member = await givenMember(db)
  const generous = withEconomy(db, { streakBonusPoints: 5 })
  await travel(db, 'before')
  await claimDailyLogin(generous, member)
  await travel(db, 'after')
  expect(await getToday(generous, member)).toMatchObject({ dailyLoginBonus: true, streak: 1 })
  expect(await claimDailyLogin(generous, member)).toMatchObject({ streak: 2, pointsEarned: 30 })
  const [newest] = await listTransactions(db, member.memberId, { limit: 1 })
  expect(newest).toMatchObject({ points: 30, description: 'Daily login, day 2 in a row' })
})

test('starts counting again after a missed day', async () => {
  const member = await givenMember(db)
  await travel(db, 'before')
  await claimDailyLogin(deps, member)
  await setRows(db, 'dailyLogin', { memberId: member.memberId }, { day: sql<string>`day - 1` })
  await travel(db, 'after')
  expect(await getToday(deps, member)).toMatchObject({ streak: 0 })
  expect(await claimDailyLogin(deps, member)).toMatchObject({ streak: 1, pointsEarned: 25 })
})

test('exactly one more claim is paid after midnight', async () => {
  const member = await givenMember(db)
  for (const side of ['before', 'after'] as const) {
    await travel(db, side)
    const both = await Promise.allSettled([claimDailyLogin(deps, member), claimDailyLogin(deps, member)])
    expect(refusals(both)).toEqual(['DONE_TODAY'])
  }
  expect(await getBalance(db, member.memberId)).toMatchObject({ availablePoints: 50 })
})

test('a bonus of zero books nothing', async () => {
  const member = await givenMember(db)
  expect(await claimDailyLogin(withEconomy(db, { dailyLoginPoints: 0 }), member)).toMatchObject({
    pointsEarned: 0,
    availablePoints: 0,
  })
})

test('a claim whose posting fails leaves the day open', async () => {
  const member = await givenMember(db)
  await sql`alter table posting add constraint none_today check (kind <> 'daily-login') not valid`.execute(db)
  try {
    await expect(claimDailyLogin(deps, member)).rejects.toThrow('none_today')
  } finally {
    await sql`alter table posting drop constraint none_today`.execute(db)
  }
  expect(await claimDailyLogin(deps, member)).toMatchObject({ pointsEarned: 25, streak: 1 })
})

test('the open ways to earn follow what was done today', async () => {
  await givenQuestions(db, 1)
  const member = await givenPremiumMember(db)
  const before = await getToday(deps, member)
  expect(before).toMatchObject({ dailyLoginBonus: true, canSpin: true, canTakeQuiz: true, earnedToday: 0 })
  await claimDailyLogin(deps, member)
  const { pointsWon } = await spin(deps, member)
  const after = await getToday(deps, member)
  expect(after).toMatchObject({
    dailyLoginBonus: false,
    canSpin: false,
    canTakeQuiz: true,
    streak: 1,
    earnedToday: 25 + pointsWon,
    points: 25 + pointsWon,
  })
  const of = (kind: string) => after.opportunities.find((one) => one.kind === kind)
  expect(of('daily-login')).toMatchObject({ open: 0, done: 1 })
  expect(of('spin')).toMatchObject({ open: 0, done: 1, isPremium: true, upToPoints: 100 })
})
