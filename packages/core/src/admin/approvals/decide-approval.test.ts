import { findApproval } from '@chuma/db/queries/admin/approvals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { StaffActor } from '../../caller.ts'
import { codeOf, givenMember, readRow } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { listAudit, startBehind } from '../testing.ts'
import { decideApproval, withdrawApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createLimitedDeps(db)

const maker = await givenSettled(deps, { role: 'finance' })
const checker = await givenSettled(deps, { role: 'finance' })

/** 5 points are a day's limit of finance. */
const give = (actor: StaffActor, memberId: string, points: number) =>
  editEarnings(deps, actor, { memberId, points, totalEarnings: points, reason: 'Missing survey' })
const decide = (actor: StaffActor, approvalId: string, decision: 'approve' | 'refuse' = 'approve') =>
  decideApproval(deps, actor, { approvalId, decision, note: 'Seen' })
const pointsOf = async (memberId: string) =>
  (await readRow(db, 'wallet', ['available'], { memberId })).available
const stateOf = async (approvalId: string) =>
  (await findApproval(db, { approvalId, reader: 'system', kinds: ['edit-earnings'] }))?.state
const refusal = (state: string) => ({ failure: { code: 'APPROVAL_STATE', params: { state } } })

async function givenRequest(points = 90) {
  const { memberId } = await givenMember(db)
  const { approvalId } = await pendingOf(give(maker.actor, memberId, points))
  return { memberId, approvalId }
}

test('above the limit nothing happens, and asking again finds the same request', async () => {
  const { memberId, approvalId } = await givenRequest()
  expect(await pointsOf(memberId)).toBe(0)
  expect(await pendingOf(give(maker.actor, memberId, 90))).toMatchObject({ approvalId, runsAt: null })
  expect(await pendingOf(give(maker.actor, memberId, 91))).not.toMatchObject({ approvalId })
  expect(await stateOf(approvalId)).toBe('waiting')
})

test('two who ask for the same at once wait for one request', async () => {
  const { memberId } = await givenMember(db)
  const held = await startBehind(
    db,
    (trx) =>
      trx.selectFrom('wallet').select('memberId').where('memberId', '=', memberId).forUpdate().execute(),
    () => [0, 1, 2].map(() => pendingOf(give(maker.actor, memberId, 90))),
  )
  const ids = held.map((one) => (one.status === 'fulfilled' ? one.value.approvalId : one.reason))
  expect(new Set(ids).size).toBe(1)
})

test('an approval does it once, as the requester’s act, and names the approver', async () => {
  const { memberId, approvalId } = await givenRequest()
  expect(await decide(checker.actor, approvalId)).toMatchObject({
    state: 'executed',
    requestedBy: maker.actor.name,
    decidedBy: checker.actor.name,
    before: { points: 0 },
    after: { points: 90 },
    amountKes: 90_000,
  })
  expect(await pointsOf(memberId)).toBe(90)
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: maker.actor.name, after: { points: 90, approvalId, approvedBy: checker.actor.name } },
  ])
  expect(await listAudit(db, `approval:${approvalId}`)).toMatchObject([
    { actor: maker.actor.name, action: 'approval.requested' },
    { actor: checker.actor.name, action: 'approval.executed', reason: 'Seen' },
  ])
  await expect(decide(checker.actor, approvalId)).rejects.toMatchObject(refusal('executed'))
})

test('of approvals at the same time one counts', async () => {
  const { memberId, approvalId } = await givenRequest()
  const third = await givenSettled(deps)
  const race = await startBehind(
    db,
    (trx) =>
      trx.selectFrom('wallet').select('memberId').where('memberId', '=', memberId).forUpdate().execute(),
    () => [checker, third, checker].map(({ actor }) => decide(actor, approvalId)),
  )
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of race) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'APPROVAL_STATE' })
  }
  expect(await pointsOf(memberId)).toBe(90)
  const postings = await db.selectFrom('posting').select('seq').where('memberId', '=', memberId).execute()
  expect(postings).toHaveLength(1)
})

test('a refused or withdrawn request does nothing, and cannot be approved any more', async () => {
  const refused = await givenRequest()
  expect(await decide(checker.actor, refused.approvalId, 'refuse')).toMatchObject({
    state: 'refused',
    note: 'Seen',
  })
  await expect(decide(checker.actor, refused.approvalId)).rejects.toMatchObject(refusal('refused'))

  const withdrawn = await givenRequest()
  const { approvalId } = withdrawn
  expect(await codeOf(withdrawApproval(deps, checker.actor, { approvalId }))).toBe('FORBIDDEN')
  expect(await withdrawApproval(deps, maker.actor, { approvalId })).toMatchObject({ state: 'withdrawn' })
  await expect(decide(checker.actor, approvalId)).rejects.toMatchObject(refusal('withdrawn'))
  expect([await pointsOf(refused.memberId), await pointsOf(withdrawn.memberId)]).toEqual([0, 0])
})

test('after seven days a request is expired, and asking again makes another', async () => {
  const { memberId, approvalId } = await givenRequest()
  await letExpire(approvalId)
  await expect(decide(checker.actor, approvalId)).rejects.toMatchObject(refusal('expired'))
  expect(await stateOf(approvalId)).toBe('expired')
  const again = await pendingOf(give(maker.actor, memberId, 90))
  expect(again.approvalId).not.toBe(approvalId)
  await decide(checker.actor, again.approvalId)
  expect(await pointsOf(memberId)).toBe(90)
})

test('points that changed meanwhile make a request outdated', async () => {
  const { memberId, approvalId } = await givenRequest()
  await give(checker.actor, memberId, 1)
  await expect(decide(checker.actor, approvalId)).rejects.toMatchObject(refusal('outdated'))
  expect(await stateOf(approvalId)).toBe('outdated')
  expect(await pointsOf(memberId)).toBe(1)
})

test('asking again after a change replaces the outdated request', async () => {
  const { memberId, approvalId } = await givenRequest()
  await give(checker.actor, memberId, 1)
  const again = await pendingOf(give(maker.actor, memberId, 90))
  expect(again.approvalId).not.toBe(approvalId)
  expect(await stateOf(approvalId)).toBe('outdated')
})

test('what the requester may not do any more is refused', async () => {
  const gone = await givenSettled(deps, { role: 'finance' })
  const demoted = await givenSettled(deps, { role: 'finance' })
  for (const [{ actor, id }, change] of [
    [gone, { disabledAt: new Date() }],
    [demoted, { role: 'content' }],
  ] as const) {
    const { memberId } = await givenMember(db)
    const { approvalId } = await pendingOf(give(actor, memberId, 90))
    await db.updateTable('staff').set(change).where('staffId', '=', id).execute()
    await expect(decide(checker.actor, approvalId)).rejects.toMatchObject({
      failure: { code: 'FORBIDDEN', params: { why: 'requester' } },
    })
    expect(await stateOf(approvalId)).toBe('refused')
    expect(await pointsOf(memberId)).toBe(0)
  }
})

test('a decision is final in the database too', async () => {
  const { approvalId } = await givenRequest()
  await decide(checker.actor, approvalId, 'refuse')
  const set = (change: string) =>
    sql`update approval_request set ${sql.raw(change)} where approval_id = ${approvalId}`.execute(db)
  const other = await givenRequest()
  await expect(set("note = 'other'")).rejects.toThrow('stays as it is')
  await expect(
    sql`update approval_request set payload = '{}' where approval_id = ${other.approvalId}`.execute(db),
  ).rejects.toThrow('stays as it is')
  await expect(sql`delete from approval_request`.execute(db)).rejects.toThrow('stays as it is')
})

/** As if a week had gone by. */
async function letExpire(approvalId: string) {
  await sql`alter table approval_request disable trigger user`.execute(db)
  await sql`
    update approval_request set created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
    where approval_id = ${approvalId}
  `.execute(db)
  await sql`alter table approval_request enable trigger user`.execute(db)
}
