import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { DEMO_MEMBERS, seedDemo } from './seed-demo.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function look() {
  const emails = DEMO_MEMBERS.map(({ email }) => email)
  const members = await db
    .selectFrom('member')
    .select('memberId')
    .where('email', 'in', emails)
    .orderBy('email')
    .execute()
  return Promise.all(
    members.map(async ({ memberId }) => ({
      ...(await getBalance(db, memberId)),
      withdrawals: (await listWithdrawals(db, memberId)).map(({ status }) => status),
    })),
  )
}

test('the demo has page views on each of the previous thirty days', async () => {
  await seedDemo(deps)
  const views = await db.selectFrom('pageView').select(['day', 'views']).execute()
  expect(new Set(views.map(({ day }) => day)).size).toBe(30)
})

test('an interrupted seeding is finished by the next start, without duplicates', async () => {
  await seedDemo(deps)
  const first = await look()
  expect(first.map(({ surveysCompleted, withdrawals }) => [surveysCompleted, withdrawals])).toEqual([
    [0, []],
    [3, ['paid']],
    [2, ['pending']],
  ])
  // The staff account is created last.
  await db.deleteFrom('staff').execute()
  await seedDemo(deps)
  await seedDemo(deps)
  expect(await look()).toEqual(first)
})
