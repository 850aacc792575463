import { randomUUID } from 'node:crypto'
import { findApproval, lockSpending } from '@chuma/db/queries/admin/approvals'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requireNewStaffAccount, requireStaff } from '../../auth/staff.ts'
import { visitor } from '../../auth/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { codeOf, givenMember, giveRole, lockRows, openTestDb, readRow, refusals } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { createApiKey } from '../keys.ts'
import { setPersonOfMember, setPersonOfStaff } from '../people/people.ts'
import { resetStaff } from '../staff/manage-staff.ts'
import { changeStaffPassword, logInStaff } from '../staff/own-staff-account.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, startBehind } from '../testing.ts'
import { decideApproval, withdrawApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, letApprovalsAge, pendingOf } from './testing.ts'

const { db } = await openTestDb()
const deps = createLimitedDeps(db, { companyChangesNeedTwo: false })

const maker = await givenSettled(deps)
const checker = await givenSettled(deps)

/** 20 points are a day's limit of an owner. */
const give = (actor: StaffActor, memberId: string, points: number) =>
  editEarnings(deps, actor, { memberId, points, totalEarnings: points, reason: 'Missing survey' })
const decide = (actor: StaffActor, approvalId: string, decision: 'approve' | 'refuse' = 'approve') =>
  decideApproval(deps, actor, { approvalId, decision, note: 'Seen' })
const approve = (actor: StaffActor, approvalId: string, its = deps) =>
  decideApproval(its, actor, { approvalId, decision: 'approve', note: '' })
const pointsOf = async (memberId: string) =>
  (await readRow(db, 'wallet', ['available'], { memberId })).available
const stateOf = async (approvalId: string) =>
  (await findApproval(db, { approvalId, reader: 'system', kinds: ['edit-earnings'] }))?.state
const refusal = (state: string) => ({ failure: { code: 'APPROVAL_STATE', params: { state } } })

async function givenRequest(actor: StaffActor = maker.actor) {
  const { memberId } = await givenMember(db)
  const { approvalId } = await pendingOf(give(actor, memberId, 90))
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
  const held = await startBehind(db, lockRows('wallet', { memberId }), () =>
    [0, 1, 2].map(() => pendingOf(give(maker.actor, memberId, 90))),
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
  const race = await startBehind(db, lockRows('wallet', { memberId }), () =>
    [checker, third, checker].map(({ actor }) => decide(actor, approvalId)),
  )
  expect(refusals(race)).toEqual(['APPROVAL_STATE', 'APPROVAL_STATE'])
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

const why = (word: string) => ({ failure: { code: 'FORBIDDEN', params: { why: word } } })

async function givenKey(staff: typeof maker) {
  const permissions = ['members:edit'] as const
  const { token } = await createApiKey(deps, staff.caller, {
    name: randomUUID(),
    permissions: [...permissions],
    password: staff.password,
  })
  return requireStaff(await identifyStaff(deps, token), 'members:edit')
}

test('nobody approves their own request, from no account and with no key', async () => {
  const { approvalId } = await givenRequest()
  const second = await givenSettled(deps, { personId: maker.personId })
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId, { personId: maker.personId })
  await sql`update member set created_at = now() - interval '8 days'
    where member_id = ${memberId}`.execute(db)
  const member = { name: `member:${memberId}`, address: null }
  for (const actor of [maker.actor, second.actor, member]) {
    await expect(approve(actor, approvalId)).rejects.toMatchObject(why('ownRequest'))
  }
  await expect(approve(await givenKey(maker), approvalId)).rejects.toMatchObject(why('person'))
  expect(await stateOf(approvalId)).toBe('waiting')
  await approve(checker.actor, approvalId)
})

test('a key decides nothing, also another person’s, and what it asked for its owner cannot approve', async () => {
  const { approvalId } = await givenRequest(await givenKey(maker))
  await expect(approve(await givenKey(checker), approvalId)).rejects.toMatchObject(why('person'))
  await expect(approve(maker.actor, approvalId)).rejects.toMatchObject(why('ownRequest'))
  expect(await approve(checker.actor, approvalId)).toMatchObject({ state: 'executed' })
})

test('a colleague’s account that the requester recovered approves nothing', async () => {
  const { approvalId } = await givenRequest()
  const lost = await givenSettled(deps)
  const { password: issued } = await resetStaff(deps, maker.actor, { id: lost.id })
  const stolen = await logInStaff(deps, visitor, { username: lost.username, password: issued })
  const caller = await identifyStaff(deps, stolen.token)
  expect(await codeOf(approve(requireNewStaffAccount(caller), approvalId))).toBe('FORBIDDEN')
  const password = 'their-own-long-password'
  await changeStaffPassword(deps, caller, {
    currentPassword: issued,
    newPassword: password,
    confirmPassword: password,
  })
  const again = await logInStaff(deps, visitor, { username: lost.username, password })
  const actor = requireNewStaffAccount(await identifyStaff(deps, again.token))
  await expect(approve(actor, approvalId)).rejects.toMatchObject(why('youngAccount'))
})

test('an account that was given to another person, or is new, approves nothing', async () => {
  const { approvalId } = await givenRequest()
  const young = await givenStaff(deps)
  await expect(approve(young.actor, approvalId)).rejects.toMatchObject(why('youngAccount'))
  const parted = await givenSettled(deps)
  await setPersonOfStaff(deps, maker.actor, { id: parted.id, personId: null })
  await expect(approve(parted.actor, approvalId)).rejects.toMatchObject(why('youngAccount'))
  const { memberId } = await givenMember(db)
  await sql`update member set created_at = now() - interval '8 days'
    where member_id = ${memberId}`.execute(db)
  await giveRole(db, memberId)
  await setPersonOfMember(deps, maker.actor, { memberId, personId: checker.personId })
  const member = { name: `member:${memberId}`, address: null }
  await expect(approve(member, approvalId)).rejects.toMatchObject(why('youngAccount'))
})

test('an approver needs the permission, and a second factor where one is required', async () => {
  const { approvalId } = await givenRequest()
  const content = await givenSettled(deps, { role: 'content' })
  await expect(approve(content.actor, approvalId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const strict = { ...deps, accounts: { ...deps.accounts, isSecondFactorRequired: true } }
  expect(await codeOf(approve(checker.actor, approvalId, strict))).toBe('SECOND_FACTOR_MISSING')
  const safe = await givenSecondFactor(deps)
  await sql`update staff set created_at = now() - interval '8 days' where staff_id = ${safe.id}`.execute(db)
  // The requester has none, so they may do nothing there.
  await expect(approve(safe.actor, approvalId, strict)).rejects.toMatchObject(why('requester'))
})

test('nobody approves what is about their own account', async () => {
  const { memberId } = await givenMember(db)
  await setPersonOfMember(deps, maker.actor, { memberId, personId: checker.personId })
  const { approvalId } = await pendingOf(give(maker.actor, memberId, 90))
  await expect(approve(checker.actor, approvalId)).rejects.toMatchObject(why('ownCase'))
  expect(await stateOf(approvalId)).toBe('waiting')
})

test('a day’s limit counts a person’s accounts and keys together, and not what was approved', async () => {
  const owner = await givenSettled(deps)
  const second = await givenSettled(deps, { role: 'finance', personId: owner.personId })
  const key = await givenKey(owner)
  const members = await Promise.all(Array.from({ length: 5 }, () => givenMember(db)))
  const [a = '', b = '', c = '', d = '', e = ''] = members.map(({ memberId }) => memberId)
  // An owner's 20 points a day: nine by hand, nine with the key, and then no three.
  await give(owner.actor, a, 9)
  await give(key, b, 9)
  const { approvalId } = await pendingOf(give(owner.actor, c, 3))
  await approve(checker.actor, approvalId)
  await pendingOf(give(second.actor, d, 1))
  await give(owner.actor, d, 2)
  await pendingOf(give(key, e, 1))
  // Taking points away counts like giving them.
  await pendingOf(give(owner.actor, a, 0))
})

test('two acts of one person at the same time do not both count as the first', async () => {
  const owner = await givenSettled(deps)
  const members = await Promise.all([givenMember(db), givenMember(db), givenMember(db)])
  const race = await startBehind(
    db,
    (trx) => lockSpending(trx, owner.personId),
    () => members.map(({ memberId }) => give(owner.actor, memberId, 9)),
  )
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

test('where nobody else could approve it, a request runs after a day', async () => {
  const { memberId } = await givenMember(db)
  // Content staff cannot edit points: of the kind's people there is only one.
  const alone = createLimitedDeps(db, {}, { accounts: { ...deps.accounts, isSecondFactorRequired: true } })
  const safe = await givenSecondFactor(deps, { role: 'finance' })
  await sql`
    update staff_second_factor set confirmed_at = null
    where staff_id <> ${safe.id}
  `.execute(db)
  // Who lost an account in the tests above could have approved it.
  await letApprovalsAge(db, { days: 8 })
  const asked = editEarnings(alone, safe.actor, {
    memberId,
    points: 90,
    totalEarnings: 90,
    reason: 'Missing',
  })
  const { runsAt } = await pendingOf(asked)
  const hours = (Date.parse(runsAt ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThan(24.1)
})
