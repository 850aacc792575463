import { findPersonOf } from '@chuma/db/queries/auth/people'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { setMemberRole } from '../../admin/staff/set-member-role.ts'
import { givenStaff, identifyStaff, listAudit } from '../../admin/testing.ts'
import { logIn } from '../../auth/log-in.ts'
import { requireStaff } from '../../auth/staff.ts'
import { givenMemberWithPassword, givenSession, listJobs, visitor } from '../../auth/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import {
  endMemberSessions,
  restoreMember,
  sendAccountRestored,
  sendAccountSuspended,
  suspendMember,
} from '../members.ts'
import { letDeletionCome } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const { actor } = await givenStaff(deps, { role: 'finance' })
const nobody = '00000000-0000-4000-8000-000000000000'
const reason = 'Two accounts for one telephone'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )

test('a suspended member is signed out everywhere, is told why, and keeps their points', async () => {
  const member = await givenMemberWithPassword(db, { password: 'secret-9' })
  const { memberId, email } = member
  const { token } = await givenSession(db, memberId)
  const wallet = () =>
    db.selectFrom('wallet').select(['available', 'held', 'seq']).where('memberId', '=', memberId).execute()
  const before = await wallet()
  expect(await suspendMember(deps, actor, { memberId, reason })).toEqual({
    id: memberId,
    email,
    adminRole: null,
    suspendedAt: expect.any(Date),
    suspensionReason: reason,
  })
  expect((await identifyStaff(deps, token)).member).toBeNull()
  expect(await codeOf(logIn(deps, visitor, { email, password: 'secret-9' }))).toBe('ACCOUNT_SUSPENDED')
  expect(await wallet()).toEqual(before)
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { actor: actor.name, action: 'member.suspended', reason, address: visitor.address },
  ])

  expect(await listJobs(db, email)).toEqual(['send-account-suspended'])
  await sendAccountSuspended(deps, { memberId, email })
  expect(sent.at(-1)).toEqual({
    kind: 'sendAccountSuspended',
    mail: { to: email, firstName: 'Amina', reason },
  })
})

test('a restored member can sign in again, but old sessions stay closed', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password: 'secret-9' })
  const { token } = await givenSession(db, memberId)
  await suspendMember(deps, actor, { memberId, reason })
  expect(await restoreMember(deps, actor, { memberId })).toMatchObject({
    suspendedAt: null,
    suspensionReason: null,
  })
  expect((await identifyStaff(deps, token)).member).toBeNull()
  expect(await codeOf(logIn(deps, visitor, { email, password: 'secret-9' }))).toBe('passed')
  await sendAccountRestored(deps, { memberId, email })
  expect(sent.at(-1)).toEqual({ kind: 'sendAccountRestored', mail: { to: email, firstName: 'Amina' } })
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'member.restored',
    before: { suspensionReason: reason },
  })
})

test('an outdated mail is not sent', async () => {
  const { memberId, email } = await givenMember(db)
  const count = sent.length
  await sendAccountSuspended(deps, { memberId, email })
  await suspendMember(deps, actor, { memberId, reason })
  await sendAccountRestored(deps, { memberId, email })
  expect(sent).toHaveLength(count)
})

test('a suspended member cannot be suspended again, nor any other restored', async () => {
  const { memberId } = await givenMember(db)
  expect(await codeOf(restoreMember(deps, actor, { memberId }))).toBe('ACCOUNT_STATE')
  const results = await Promise.all(
    [1, 2, 3].map(() => codeOf(suspendMember(deps, actor, { memberId, reason }))),
  )
  expect(results.sort()).toEqual(['ACCOUNT_STATE', 'ACCOUNT_STATE', 'passed'])
  expect(await listAudit(db, `member:${memberId}`)).toHaveLength(1)
})

test('a member with the admin role cannot be suspended until an owner removes it', async () => {
  const { actor: owner } = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  await setMemberRole(deps, owner, { memberId, role: 'owner', personId: null })
  expect(await codeOf(suspendMember(deps, actor, { memberId, reason }))).toBe('FORBIDDEN')
  await setMemberRole(deps, owner, { memberId, role: null })
  expect(await codeOf(suspendMember(deps, actor, { memberId, reason }))).toBe('passed')
  expect(await codeOf(setMemberRole(deps, owner, { memberId, role: 'analyst', personId: null }))).toBe(
    'ACCOUNT_STATE',
  )
})

test('adding or removing a role counts from the next call on', async () => {
  const { actor: owner } = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  const { token } = await givenSession(db, memberId)
  await setMemberRole(deps, owner, { memberId, role: 'finance', personId: null })
  const name = `member:${memberId}`
  expect(requireStaff(await identifyStaff(deps, token), 'withdrawals:decide')).toMatchObject({ name })
  await setMemberRole(deps, owner, { memberId, role: 'analyst' })
  const caller = await identifyStaff(deps, token)
  expect(() => requireStaff(caller, 'withdrawals:decide')).toThrow('FORBIDDEN')
  const personId = await findPersonOf(db, name)
  expect((await listAudit(db, name)).map(({ before, after }) => [before, after])).toEqual([
    [
      { role: null, personId: null },
      { role: 'finance', personId },
    ],
    [
      { role: 'finance', personId },
      { role: 'analyst', personId },
    ],
  ])
})

test('nobody can change their own role', async () => {
  const { actor: owner } = await givenStaff(deps)
  const { memberId } = await givenMember(db)
  await setMemberRole(deps, owner, { memberId, role: 'owner', personId: null })
  const { token } = await givenSession(db, memberId)
  const self = requireStaff(await identifyStaff(deps, token), 'staff:manage')
  expect(await codeOf(setMemberRole(deps, self, { memberId, role: null }))).toBe('OWN_ACCOUNT')
})

test('a member who lost their phone is signed out everywhere and can sign in again', async () => {
  const { memberId, email } = await givenMemberWithPassword(db, { password: 'secret-9' })
  const sessions = [await givenSession(db, memberId), await givenSession(db, memberId)]
  await endMemberSessions(deps, actor, { memberId })
  for (const { token } of sessions) expect((await identifyStaff(deps, token)).member).toBeNull()
  expect(await codeOf(logIn(deps, visitor, { email, password: 'secret-9' }))).toBe('passed')
})

test('unknown and erased members are not found', async () => {
  const gone = await givenMember(db)
  await letDeletionCome(db, gone.memberId)
  await eraseMembers(deps)
  for (const memberId of [nobody, gone.memberId]) {
    expect(await codeOf(suspendMember(deps, actor, { memberId, reason }))).toBe('NOT_FOUND')
    expect(await codeOf(restoreMember(deps, actor, { memberId }))).toBe('NOT_FOUND')
    expect(await codeOf(endMemberSessions(deps, actor, { memberId }))).toBe('NOT_FOUND')
    expect(await codeOf(setMemberRole(deps, actor, { memberId, role: null }))).toBe('NOT_FOUND')
  }
})
