import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { createLimitedDeps, pendingOf } from '../admin/approvals/testing.ts'
import { createTestDeps, givenMember, readRow } from '../testing.ts'
import { editEarnings } from '../wallet/edit-earnings.ts'
import { seedDemo } from './seed-demo.ts'

const { db, close } = await createTestDb()
afterAll(close)
await seedDemo(createTestDeps(db))
/** As in a demo, no second factor is required. Its limits are out of reach, so these are production's. */
const deps = createLimitedDeps(db)

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
    editEarnings(deps, actorOf(asker), {
      memberId: member.memberId,
      points: 90,
      totalEarnings: 90,
      reason: 'Missing survey',
    }),
  )
  expect(runsAt).toBeNull()
  const decided = decideApproval(deps, actorOf(approver), { approvalId, decision: 'approve', note: '' })
  expect(await decided).toMatchObject({ state: 'executed', decidedBy: accounts[approver] })
})
