import { randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { expect, test } from 'vitest'
import { requireStaff } from '../../auth/staff.ts'
import { givenSession } from '../../auth/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { createPayoutDeps, createScriptedProvider, givenWithdrawal } from '../../payouts/testing.ts'
import { codeOf, givenMember, giveRole, openTestDb, readRows, setRows } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { createApiKey } from '../keys.ts'
import { disableStaff, resetStaff, setStaffRole } from '../staff/manage-staff.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { givenStaff, identifyStaff, listAudit } from '../testing.ts'
import { setPersonOfMember, setPersonOfStaff } from './people.ts'

const { db } = await openTestDb()
const deps = createPayoutDeps(db, createScriptedProvider().provider)

const personOf = async ({ id }: { id: string }) =>
  (await db.selectFrom('staff').select('personId').where('staffId', '=', id).executeTakeFirstOrThrow())
    .personId
const edit = (actor: StaffActor, memberId: string) =>
  editEarnings(deps, actor, { memberId, points: 9, totalEarnings: 9, reason: 'Because' })
const givenKey = async (
  staff: Awaited<ReturnType<typeof givenStaff>>,
  permissions: 'members:edit' | 'withdrawals:decide',
) =>
  createApiKey(deps, staff.caller, {
    name: randomUUID(),
    permissions: [permissions],
    password: staff.password,
  })
const actorOf = async ({ token }: { token: string }, permission: 'members:edit' | 'withdrawals:decide') =>
  requireStaff(await identifyStaff(deps, token), permission)

test('nobody edits or pays themselves: not as staff, not as a member with a role, not with a key', async () => {
  const staff = await givenStaff(deps)
  const withdrawal = await givenWithdrawal(db)
  const { memberId } = withdrawal
  await giveRole(db, memberId, { personId: await personOf(staff) })
  const session = await givenSession(db, memberId)
  const disguises: ['members:edit' | 'withdrawals:decide', StaffActor][] = []
  for (const permission of ['members:edit', 'withdrawals:decide'] as const) {
    disguises.push([permission, staff.actor])
    disguises.push([permission, await actorOf(session, permission)])
    disguises.push([permission, await actorOf(await givenKey(staff, permission), permission)])
  }
  for (const [permission, actor] of disguises) {
    const attempt =
      permission === 'members:edit'
        ? edit(actor, memberId)
        : decideWithdrawal(deps, actor, { id: withdrawal.id, status: 'approved', adminNotes: '' })
    expect([actor.name, await codeOf(attempt)]).toEqual([actor.name, 'FORBIDDEN'])
  }
  expect(await codeOf(edit((await givenStaff(deps)).actor, memberId))).toBe('passed')
})

test('a key ends with each way in which its owner can lose access, at once and for good', async () => {
  const boss = await givenStaff(deps)
  const ways = {
    disabled: ({ id }: { id: string }) => disableStaff(deps, boss.actor, { id }),
    reset: ({ id }: { id: string }) => resetStaff(deps, boss.actor, { id }),
  }
  for (const [way, lose] of Object.entries(ways)) {
    const owner = await givenStaff(deps)
    const key = await givenKey(owner, 'members:edit')
    expect((await identifyStaff(deps, key.token)).apiKey).not.toBeNull()
    await lose(owner)
    expect([way, (await identifyStaff(deps, key.token)).apiKey]).toEqual([way, null])
    expect((await listAudit(db, `key:${key.name}`)).at(-1)).toMatchObject({
      actor: boss.actor.name,
      action: 'api-key.revoked',
      reason: 'The owner lost their access',
    })
    await setRows(db, 'staff', { staffId: owner.id }, { disabledAt: null, passwordExpiresAt: null })
    expect([way, (await identifyStaff(deps, key.token)).apiKey]).toEqual([way, null])
  }
})

test('the key of a member ends with their role, and does nothing while they are suspended', async () => {
  const boss = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  await giveRole(db, memberId)
  const key = await givenStaffKeyOf(memberId)
  await setRows(db, 'member', { memberId }, { suspendedAt: new Date(), suspensionReason: 'x' })
  expect((await identifyStaff(deps, key.token)).apiKey).toBeNull()
  await setRows(db, 'member', { memberId }, { suspendedAt: null, suspensionReason: null })
  expect((await identifyStaff(deps, key.token)).apiKey).not.toBeNull()
  await setMemberRole(deps, boss.actor, { memberId, role: null })
  expect((await identifyStaff(deps, key.token)).apiKey).toBeNull()
  await setMemberRole(deps, boss.actor, { memberId, role: 'owner' })
  expect((await identifyStaff(deps, key.token)).apiKey).toBeNull()
})

/** As its owner created it. */
async function givenStaffKeyOf(memberId: string) {
  const maker = await givenStaff(deps)
  const key = await givenKey(maker, 'members:edit')
  await setRows(db, 'apiKey', { keyId: key.id }, { ownerStaffId: null, ownerMemberId: memberId })
  return key
}

test('a key can do no more than its owner may do now', async () => {
  const boss = await givenStaff(deps)
  const owner = await givenStaff(deps)
  const key = await givenKey(owner, 'members:edit')
  await setStaffRole(deps, boss.actor, { id: owner.id, role: 'content' })
  const caller = await identifyStaff(deps, key.token)
  expect(caller.apiKey).toMatchObject({ permissions: [] })
  expect(() => requireStaff(caller, 'members:edit')).toThrow('FORBIDDEN')
})

test('a key works from its networks only, and says so elsewhere', async () => {
  const staff = await givenStaff(deps)
  const wish = { permissions: ['members:edit' as const], password: staff.password }
  const near = await createApiKey(deps, staff.caller, {
    ...wish,
    name: randomUUID(),
    networks: ['203.0.113.0/24', '2001:db8::1'],
  })
  const far = await createApiKey(deps, staff.caller, {
    ...wish,
    name: randomUUID(),
    networks: ['198.51.100.7'],
  })
  expect(near.networks).toEqual(['203.0.113.0/24', '2001:db8::1'])
  expect(requireStaff(await identifyStaff(deps, near.token), 'members:edit')).toMatchObject({
    name: `key:${near.name}`,
  })
  const caller = await identifyStaff(deps, far.token)
  expect(() => requireStaff(caller, 'members:edit')).toThrow(
    expect.objectContaining({ failure: { code: 'FORBIDDEN', params: { why: 'keyNetwork' } } }),
  )
})

test('an owner who makes a member admin says which person that is', async () => {
  const boss = await givenStaff(deps)
  const colleague = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  await expect(setMemberRole(deps, boss.actor, { memberId, role: 'finance' })).rejects.toMatchObject({
    fields: { personId: [problem('PERSON_MISSING')] },
  })
  await expect(
    setMemberRole(deps, boss.actor, { memberId, role: 'finance', personId: randomUUID() }),
  ).rejects.toMatchObject({ fields: { personId: [problem('PERSON_UNKNOWN')] } })
  await setMemberRole(deps, boss.actor, { memberId, role: 'finance', personId: await personOf(colleague) })
  expect(await codeOf(edit(colleague.actor, memberId))).toBe('FORBIDDEN')
})

test('the own account of staff without a role is theirs too, and nobody parts an account from themselves', async () => {
  const boss = await givenStaff(deps)
  const colleague = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  await setPersonOfMember(deps, boss.actor, { memberId, personId: await personOf(colleague) })
  expect(await codeOf(edit(colleague.actor, memberId))).toBe('FORBIDDEN')
  expect(await codeOf(setPersonOfMember(deps, colleague.actor, { memberId, personId: null }))).toBe(
    'OWN_ACCOUNT',
  )
  expect(await codeOf(setPersonOfStaff(deps, colleague.actor, { id: colleague.id, personId: null }))).toBe(
    'OWN_ACCOUNT',
  )
  await setPersonOfStaff(deps, boss.actor, { id: colleague.id, personId: await personOf(boss) })
  expect(await personOf(colleague)).toBe(await personOf(boss))
  expect(await codeOf(resetStaff(deps, boss.actor, { id: colleague.id }))).toBe('OWN_ACCOUNT')
})

test('the audit log knows the person behind each account and key', async () => {
  const staff = await givenStaff(deps)
  const key = await givenKey(staff, 'members:edit')
  const { memberId } = await givenMember(db)
  await edit(await actorOf(key, 'members:edit'), memberId)
  const entries = await readRows(db, 'auditEntry', ['personId'], { subject: `member:${memberId}` })
  expect(entries).toEqual([{ personId: await personOf(staff) }])
})
