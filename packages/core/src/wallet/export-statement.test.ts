import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenTaxedOn, tamper } from '../books/testing.ts'
import { requestWithdrawal } from '../payouts/withdrawals.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { exportStatement, getStatement } from './statements.ts'

const { db, close } = await createTestDb({ max: 6, isDamaged: true })
afterAll(close)
const deps = createTestDeps(db)

type Member = Awaited<ReturnType<typeof givenMember>>
const rowsOf = async (member: Member, month: string) =>
  (await exportStatement(deps, member, { month })).trim().split('\r\n').slice(1)

test('a withdrawal has its own row, when it was paid, with tax, net amount and receipt', async () => {
  const { member, memberId } = await givenTaxedOn(db, '2026-02-10', '254714000002')
  await tamper(
    db,
    sql`update member set created_at = '2026-01-02T09:00:00Z' where member_id = ${memberId}`,
    sql`update posting set created_at = '2026-01-05T09:00:00Z' where member_id = ${memberId} and seq = 1`,
    sql`update posting set created_at = '2026-01-31T09:00:00Z' where member_id = ${memberId} and kind = 'hold'`,
    sql`update withdrawal set requested_at = '2026-01-31T09:00:00Z' where member_id = ${memberId}`,
  )
  expect(await rowsOf(member, '2026-02')).toEqual([
    '2026-02-01,Opening balance,,,,,8,2,,,,',
    expect.stringMatching(/^2026-02-10 12:00:00,Movement,payout,.*,0,-2,8,0,,,,$/),
    '2026-02-28,Closing balance,,,,,8,0,,,,',
    ',Total,payout,1,0,-2,,,,,,',
    '2026-02-10 12:00:00,Withdrawal,paid,,2,,,,2000,100,1900,',
    '2026-02-28,Paid in the month,,1,,,,,2000,100,1900,',
  ])
  // A month without movements has its balances only.
  expect(await rowsOf(member, '2026-03')).toEqual([
    '2026-03-01,Opening balance,,,,,8,0,,,,',
    '2026-03-31,Closing balance,,,,,8,0,,,,',
    '2026-03-31,Paid in the month,,0,,,,,0,0,0,',
  ])
  await expect(exportStatement(deps, member, { month: '2020-01' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
})

test('a withdrawal that waits stands at the time of its request', async () => {
  const member = await givenMember(db, { points: 5 })
  const { requestedAt } = await requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 2,
    mpesaNumber: '254714000003',
    idempotencyKey: undefined,
  })
  const { currentMonth } = await getStatement(deps, member, { month: undefined })
  const inNairobi = new Date(requestedAt.getTime() + 3 * 3600 * 1000)
  const requested = inNairobi.toISOString().slice(0, 19).replace('T', ' ')
  const rows = await rowsOf(member, currentMonth)
  expect(rows.filter((row) => row.includes(',Withdrawal,'))).toEqual([
    `${requested},Withdrawal,pending,,2,,,,2000,0,2000,`,
  ])
})
