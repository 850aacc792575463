import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, pendingOf } from '../admin/approvals/testing.ts'
import { givenMember, openTestDb, readRow } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import { DEMO_MEMBERS, seedDemo } from './seed-demo.ts'

const { db, deps } = await openTestDb()

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

await seedDemo(deps)

test('the demo has page views on each of the previous thirty days', async () => {
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
/** As in a demo, no second factor is required. Its limits are out of reach, so these are production's. */
const limited = createLimitedDeps(db)

const { memberId } = await readRow(db, 'member', ['memberId'], { email: 'admin@demo.chuma' })
const accounts = {
  admin: 'staff:admin',
  finance: 'staff:finance',
  'admin@demo.chuma': `member:${memberId}`,
}
type Account = keyof typeof accounts
const actorOf = (account: Account) => ({ name: accounts[account], address: null })

test.each<[Account, Account]>([
  ['finance', 'admin'],
  ['admin', 'finance'],
  ['finance', 'admin@demo.chuma'],
  ['admin@demo.chuma', 'finance'],
])('on the first day of a demo, what %s asks for %s can approve', async (asker, approver) => {
  const member = await givenMember(db)
  const { approvalId, runsAt } = await pendingOf(
    editEarnings(limited, actorOf(asker), {
      memberId: member.memberId,
      points: 90,
      totalEarnings: 90,
      reason: 'Missing survey',
    }),
  )
  expect(runsAt).toBeNull()
  const decided = decideApproval(limited, actorOf(approver), { approvalId, decision: 'approve', note: '' })
  expect(await decided).toMatchObject({ state: 'executed', decidedBy: accounts[approver] })
})
