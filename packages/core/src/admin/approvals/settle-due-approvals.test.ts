import { findApproval } from '@chuma/db/queries/admin/approvals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenMember, readRow, readRows } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { listAudit } from '../testing.ts'
import { decideApproval, settleDueApprovals, withdrawApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createLimitedDeps(db)
const lone = await givenSettled(deps)

async function givenRequest() {
  const { memberId } = await givenMember(db)
  const numbers = { points: 90, totalEarnings: 90 }
  const asked = editEarnings(deps, lone.actor, { memberId, ...numbers, reason: 'Missing survey' })
  return { memberId, ...(await pendingOf(asked)) }
}
const pointsOf = async (memberId: string) =>
  (await readRow(db, 'wallet', ['available'], { memberId })).available
const look = (approvalId: string) =>
  findApproval(db, { approvalId, reader: lone.actor.name, kinds: ['edit-earnings'] })
/** As if hours had gone by. */
async function pass(hours: number) {
  await sql`alter table approval_request disable trigger user`.execute(db)
  await sql`
    update approval_request set created_at = created_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours}), runs_at = runs_at - make_interval(hours => ${hours})
  `.execute(db)
  await sql`alter table approval_request enable trigger user`.execute(db)
}

test('a lone person’s request runs after 24 hours, once, and the owners are told at once', async () => {
  const { memberId, approvalId, runsAt } = await givenRequest()
  expect(runsAt).not.toBeNull()
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = 'send-company-changed' and data ->> 'action' = 'approval.lone'
  `.execute(db)
  expect(rows).toMatchObject([
    { data: { actor: lone.actor.name, subject: `edit-earnings, member:${memberId}` } },
  ])
  await pass(23)
  await settleDueApprovals(deps)
  expect(await look(approvalId)).toMatchObject({ state: 'waiting' })
  await pass(1)
  await Promise.all([settleDueApprovals(deps), settleDueApprovals(deps)])
  expect(await look(approvalId)).toMatchObject({ state: 'executed', decidedBy: 'system' })
  expect(await pointsOf(memberId)).toBe(90)
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: lone.actor.name, after: { approvalId, approvedBy: 'system' } },
  ])
})

test('until then it can be withdrawn', async () => {
  const { memberId, approvalId } = await givenRequest()
  await withdrawApproval(deps, lone.actor, { approvalId })
  await pass(25)
  await settleDueApprovals(deps)
  expect(await pointsOf(memberId)).toBe(0)
})

test('it waits for a second person after all if there is one by then', async () => {
  const { memberId, approvalId } = await givenRequest()
  const second = await givenSettled(deps)
  await pass(25)
  await settleDueApprovals(deps)
  expect(await look(approvalId)).toMatchObject({ state: 'waiting', runsAt: null })
  expect(await pointsOf(memberId)).toBe(0)
  await decideApproval(deps, second.actor, { approvalId, decision: 'approve', note: '' })
  expect(await pointsOf(memberId)).toBe(90)
  await db.updateTable('staff').set({ disabledAt: new Date() }).where('staffId', '=', second.id).execute()
})

test('a request of someone who lost their role is refused, and one that nobody decided expires', async () => {
  const demoted = await givenRequest()
  await db.updateTable('staff').set({ role: 'analyst' }).where('staffId', '=', lone.id).execute()
  await pass(25)
  await settleDueApprovals(deps)
  expect(await look(demoted.approvalId)).toMatchObject({ state: 'refused', decidedBy: 'system' })
  await db.updateTable('staff').set({ role: 'owner' }).where('staffId', '=', lone.id).execute()
  const late = await givenRequest()
  await pass(24 * 8)
  await settleDueApprovals(deps)
  const states = await readRows(db, 'approvalRequest', ['state'], { approvalId: late.approvalId })
  expect(states).toEqual([{ state: 'expired' }])
  expect([await pointsOf(demoted.memberId), await pointsOf(late.memberId)]).toEqual([0, 0])
})
