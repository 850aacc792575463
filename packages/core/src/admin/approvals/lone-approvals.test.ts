import { findApproval } from '@chuma/db/queries/admin/approvals'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { takeJobs } from '../../payouts/testing.ts'
import { givenMember, giveRole, openTestDb, readRow } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { setPersonOfStaff } from '../people/people.ts'
import { disableStaff, resetStaff, setStaffRole } from '../staff/manage-staff.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { listAudit } from '../testing.ts'
import { decideApproval, settleDueApprovals, withdrawApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, letApprovalsAge, pendingOf } from './testing.ts'

const { db } = await openTestDb()
const deps = createLimitedDeps(db, { companyChangesNeedTwo: false })
const pointsOf = async (memberId: string) =>
  (await readRow(db, 'wallet', ['available'], { memberId })).available
const look = (approvalId: string) =>
  findApproval(db, { approvalId, reader: 'system', kinds: ['edit-earnings'] })

/** Nobody else on the staff, and no trace of earlier tests. */
beforeEach(async () => {
  await sql`update staff set disabled_at = now()`.execute(db)
  await sql`update member set admin_role = null`.execute(db)
  await letApprovalsAge(db, { days: 8 })
  await takeJobs(db)
})

type Owner = Awaited<ReturnType<typeof givenSettled>>
async function ask({ actor }: Owner) {
  const { memberId } = await givenMember(db)
  const asked = editEarnings(deps, actor, { memberId, points: 90, totalEarnings: 90, reason: 'Missing' })
  return { memberId, ...(await pendingOf(asked)) }
}

const TRICKS: Record<string, (owner: Owner, other: Owner) => Promise<unknown>> = {
  'disables the other': (owner, other) => disableStaff(deps, owner.actor, { id: other.id }),
  'takes the other’s role': (owner, other) =>
    setStaffRole(deps, owner.actor, { id: other.id, role: 'analyst' }),
  'resets the other’s password and factor': (owner, other) => resetStaff(deps, owner.actor, { id: other.id }),
  'says that the other’s account is their own': (owner, other) =>
    setPersonOfStaff(deps, owner.actor, { id: other.id, personId: owner.personId }),
}

test.each(Object.entries(TRICKS))('an owner who %s is not alone for seven days', async (_name, trick) => {
  const [owner, other] = [await givenSettled(deps), await givenSettled(deps, { role: 'finance' })]
  const early = await ask(owner)
  expect(early.runsAt).toBeNull()
  await trick(owner, other)
  expect((await ask(owner)).runsAt).toBeNull()
  await letApprovalsAge(db, { days: 6 })
  expect((await ask(owner)).runsAt).toBeNull()
  await letApprovalsAge(db, { days: 2 })
  expect((await ask(owner)).runsAt).not.toBeNull()
})

test('an owner who takes a member’s role is not alone for seven days either', async () => {
  const owner = await givenSettled(deps)
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId, { role: 'finance' })
  await sql`update member set created_at = now() - interval '30 days'
    where member_id = ${memberId}`.execute(db)
  expect((await ask(owner)).runsAt).toBeNull()
  await setMemberRole(deps, owner.actor, { memberId, role: null })
  expect((await ask(owner)).runsAt).toBeNull()
  await letApprovalsAge(db, { days: 8 })
  expect((await ask(owner)).runsAt).not.toBeNull()
})

test('a request of a lone owner waits after all when a colleague was there and is disabled meanwhile', async () => {
  const owner = await givenSettled(deps)
  const { memberId, runsAt } = await ask(owner)
  expect(runsAt).not.toBeNull()
  const other = await givenSettled(deps, { role: 'finance' })
  await disableStaff(deps, owner.actor, { id: other.id })
  await letApprovalsAge(db, { days: 2 })
  await settleDueApprovals(deps)
  expect(await pointsOf(memberId)).toBe(0)
})

test('an account that never could approve takes nobody’s loneliness', async () => {
  const owner = await givenSettled(deps)
  const analyst = await givenSettled(deps, { role: 'analyst' })
  await disableStaff(deps, owner.actor, { id: analyst.id })
  expect((await ask(owner)).runsAt).not.toBeNull()
})

test('finance whose access is taken are told by mail', async () => {
  const [owner, other] = [await givenSettled(deps), await givenSettled(deps, { role: 'finance' })]
  await sql`update staff set email = 'finance@example.com' where staff_id = ${other.id}`.execute(db)
  await disableStaff(deps, owner.actor, { id: other.id })
  const told = (await takeJobs(db)).filter(({ name }) => name === 'send-company-changed')
  expect(told.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ action: 'staff.disabled', to: 'finance@example.com' }),
  )
})

test('a lone person’s request runs after 24 hours, once, and the owners are told at once', async () => {
  const owner = await givenSettled(deps)
  const { memberId, approvalId, runsAt } = await ask(owner)
  expect(runsAt).not.toBeNull()
  const told = (await takeJobs(db)).map(({ data }) => data)
  expect(told).toContainEqual(
    expect.objectContaining({
      action: 'approval.lone',
      actor: owner.actor.name,
      subject: `edit-earnings, member:${memberId}`,
    }),
  )
  await letApprovalsAge(db, { hours: 23 })
  await settleDueApprovals(deps)
  expect(await look(approvalId)).toMatchObject({ state: 'waiting' })
  await letApprovalsAge(db, { hours: 1 })
  await Promise.all([settleDueApprovals(deps), settleDueApprovals(deps)])
  expect(await look(approvalId)).toMatchObject({ state: 'executed', decidedBy: 'system' })
  expect(await pointsOf(memberId)).toBe(90)
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: owner.actor.name, after: { approvalId, approvedBy: 'system' } },
  ])
})

test('until then it can be withdrawn', async () => {
  const owner = await givenSettled(deps)
  const { memberId, approvalId } = await ask(owner)
  await withdrawApproval(deps, owner.actor, { approvalId })
  await letApprovalsAge(db, { hours: 25 })
  await settleDueApprovals(deps)
  expect(await pointsOf(memberId)).toBe(0)
})

test('it waits for a second person after all if there is one by then', async () => {
  const { memberId, approvalId } = await ask(await givenSettled(deps))
  const second = await givenSettled(deps)
  await letApprovalsAge(db, { hours: 25 })
  await settleDueApprovals(deps)
  expect(await look(approvalId)).toMatchObject({ state: 'waiting', runsAt: null })
  expect(await pointsOf(memberId)).toBe(0)
  await decideApproval(deps, second.actor, { approvalId, decision: 'approve', note: '' })
  expect(await pointsOf(memberId)).toBe(90)
})

test('a request of someone who lost their role is refused, and one that nobody decided expires', async () => {
  const owner = await givenSettled(deps)
  const be = (role: 'analyst' | 'owner') =>
    db.updateTable('staff').set({ role }).where('staffId', '=', owner.id).execute()
  const demoted = await ask(owner)
  await be('analyst')
  await letApprovalsAge(db, { hours: 25 })
  await settleDueApprovals(deps)
  expect(await look(demoted.approvalId)).toMatchObject({ state: 'refused', decidedBy: 'system' })
  await be('owner')
  const late = await ask(owner)
  await letApprovalsAge(db, { days: 8 })
  await settleDueApprovals(deps)
  expect(await look(late.approvalId)).toMatchObject({ state: 'expired' })
  expect([await pointsOf(demoted.memberId), await pointsOf(late.memberId)]).toEqual([0, 0])
})
