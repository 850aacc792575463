import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readEconomy } from '../../economy.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { givenTask } from '../../tasks/testing.ts'
import { givenMember, openTestDb } from '../../testing.ts'
import { changeEconomy, ensureEconomy, getEconomyReport, listEconomyVersions } from '../economy.ts'

const { db, deps } = await openTestDb()
const owner = { name: 'staff:wanjiru', address: null }

test('the defaults apply until something is saved', async () => {
  expect(await getEconomyReport(deps)).toMatchObject({ version: 0, owedPoints: 0, owedKes: 0 })
})

test('points owed are all available and held points, at today’s rate', async () => {
  const [one, two] = [await givenMember(db, { points: 9 }), await givenMember(db, { points: 30 })]
  await requestWithdrawal(deps, one, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 4,
    mpesaNumber: '254712345678',
    idempotencyKey: undefined,
  })
  expect(await getEconomyReport(deps)).toMatchObject({ owedPoints: 39, owedKes: 39_000 })
  // A cause that was posted before posts nothing, and does not count.
  const post = () =>
    sql`insert into posting (member_id, kind, available_delta, held_delta, house_account, source_key, description, actor)
      values (${two.memberId}, 'adjustment', -10, 0, 'adjustments', 'once', 'x', 'system')`.execute(db)
  await post()
  await post()
  expect(await getEconomyReport(deps)).toMatchObject({ owedPoints: 29 })
  const { rows } = await sql<{ points: number }>`
    select sum(available + held)::bigint as points from wallet`.execute(db)
  expect(rows).toEqual([{ points: 29 }])
})

test('daily offers count while they are active', async () => {
  const [video] = [await givenTask(db, 'video'), await givenTask(db, 'video'), await givenTask(db, 'ad')]
  await givenTask(db, 'micro-job')
  await sql`update task set points = case kind when 'video' then 20 else 15 end`.execute(db)
  await sql`update task set is_active = false where task_id = ${video}`.execute(db)
  expect(await getEconomyReport(deps)).toMatchObject({
    tasks: { videoPoints: 20, adPoints: 15 },
    meaning: { premiumDayKes: 117_850 + 35_000 },
  })
})

test('the history shows who changed what and why, newest first, in pages', async () => {
  await ensureEconomy(db)
  for (const claimDays of [31, 32, 33]) {
    const { version } = await readEconomy(db)
    await changeEconomy(deps, owner, { version, changes: { claimDays }, reason: `For ${claimDays} days` })
  }
  const all = await listEconomyVersions(deps, { limit: 10 })
  expect(all.map(({ reason, changes }) => [reason, changes])).toEqual([
    ['For 33 days', [{ field: 'claimDays', before: 32, after: 33 }]],
    ['For 32 days', [{ field: 'claimDays', before: 31, after: 32 }]],
    ['For 31 days', [{ field: 'claimDays', before: 30, after: 31 }]],
    ['First start', []],
  ])
  const first = await listEconomyVersions(deps, { limit: 2 })
  const second = await listEconomyVersions(deps, { limit: 2, after: first[1]?.version })
  expect([...first, ...second]).toEqual(all)
})

test('what is owed values held withdrawals at their own rate', async () => {
  const { version } = await readEconomy(db)
  const before = await getEconomyReport(deps)
  expect(before.owedKes).toBe(before.owedPoints * 1000)
  await changeEconomy(deps, owner, { version, changes: { kesPerPoint: 500 }, reason: 'Half a point' })
  // Four points are held for a withdrawal that was asked for at 1,000 shillings a point.
  expect(await getEconomyReport(deps)).toMatchObject({
    owedPoints: before.owedPoints,
    owedKes: (before.owedPoints - 4) * 500 + 4000,
  })
})
