import { listApproverAccounts } from '@chuma/db/queries/admin/approvals'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey } from '../../admin/keys.ts'
import {
  confirmSecondFactor,
  getStaffMember,
  removeSecondFactor,
  startSecondFactor,
} from '../../admin/staff/own-staff-account.ts'
import { setMemberRole } from '../../admin/staff/set-member-role.ts'
import { givenStaff, listAudit, showCode } from '../../admin/testing.ts'
import { codeOf, createTestDeps, openTestDb } from '../../testing.ts'
import { requireStaff } from '../staff.ts'
import { requireStepUp } from '../step-up/proof.ts'
import { stepUp } from '../step-up/step-up.ts'
import { callAs, givenSession, listJobs, visitor } from '../testing.ts'
import { logInWithPasskey, memberOwner, startPasskeyLogin } from './log-in-with-passkey.ts'
import { confirmPasskey, removeOwnPasskey, startPasskey, startStepUp } from './own-passkeys.ts'
import { givenMemberPasskey, resetByLink } from './testing.ts'

const { db } = await openTestDb()
const deps = createTestDeps(db, {
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})
const given = () => givenMemberPasskey(deps, { role: 'owner' })
type Given = Awaited<ReturnType<typeof given>>
/** Whether the staff side is open to this token, or the code it is refused with. */
const enter = async (token: string) => {
  const caller = await callAs(deps, token)
  return codeOf((async () => requireStaff(caller, 'stats:read'))())
}
const callCritical = async (token: string) => {
  const caller = await callAs(deps, token)
  return codeOf((async () => requireStepUp(caller))())
}
const prove = async (token: string, { authenticator }: Given) => {
  const caller = await callAs(deps, token)
  return codeOf(
    stepUp(deps, caller, { way: 'passkey', answer: authenticator.sign(await startStepUp(deps, caller)) }),
  )
}
const age = (memberId: string) =>
  sql`update session set stepped_up_at = now() - interval '6 minutes'
    where member_id = ${memberId}`.execute(db)
const namesOf = async ({ memberId }: Given) =>
  (await listPasskeys(db, memberOwner(memberId))).map(({ name }) => name)

test('a passkey is the second factor that an installation requires, and comes with recovery codes', async () => {
  const member = await given()
  expect(member.recoveryCodes).toHaveLength(10)
  expect(await enter(member.token)).toBe('passed')
  expect(await getStaffMember(deps, await callAs(deps, member.token))).toMatchObject({
    isSecondFactorOn: true,
    isTotpOn: false,
    hasPasskey: true,
    isSecondFactorMissing: false,
  })
  const accounts = await listApproverAccounts(db)
  expect(accounts.find(({ name }) => name === `member:${member.memberId}`)).toMatchObject({
    isSecondFactorOn: true,
  })
})

test('after a password the staff side asks for the passkey, and the wallet does not', async () => {
  const member = await given()
  const { token } = await givenSession(db, member.memberId)
  const caller = await callAs(deps, token)
  expect(caller.member?.staffSide?.proof).toEqual({ isFresh: false, ways: ['passkey', 'recovery-code'] })
  expect(await enter(token)).toBe('STEP_UP_REQUIRED')
  expect(await codeOf(stepUp(deps, caller, { way: 'password', password: member.password }))).toBe(
    'STEP_UP_REQUIRED',
  )
  expect(await prove(token, member)).toBe('passed')
  expect(await enter(token)).toBe('passed')
  expect((await listAudit(db, `member:${member.memberId}`)).at(-1)).toMatchObject({
    action: 'step-up',
    after: { way: 'passkey' },
  })
  await age(member.memberId)
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
  expect(await prove(token, member)).toBe('passed')
  expect(await callCritical(token)).toBe('passed')
})

test('a log-in by passkey is both factors', async () => {
  const member = await given()
  const asked = await startPasskeyLogin(deps, visitor)
  const { token } = await logInWithPasskey(deps, visitor, member.authenticator.present(asked))
  expect(await enter(token)).toBe('passed')
  expect(await callCritical(token)).toBe('passed')
  expect((await listAudit(db, `member:${member.memberId}`)).at(-1)).toMatchObject({ action: 'step-up' })
})

test('a step-up counts for its session, its member and its purpose alone', async () => {
  const [mine, theirs] = [await given(), await given()]
  const { token } = await givenSession(db, mine.memberId)
  const caller = await callAs(deps, token)
  const answer = mine.authenticator.sign(await startStepUp(deps, caller))
  const elsewhere = await callAs(deps, (await givenSession(db, mine.memberId)).token)
  expect(await codeOf(stepUp(deps, elsewhere, { way: 'passkey', answer }))).toBe('INVALID_INPUT')
  expect(await codeOf(stepUp(deps, caller, { way: 'passkey', answer }))).toBe('INVALID_INPUT')
  expect(await prove(token, { ...mine, authenticator: theirs.authenticator })).toBe('INVALID_INPUT')
  const forLogin = mine.authenticator.sign(await startPasskeyLogin(deps, visitor))
  expect(await codeOf(stepUp(deps, caller, { way: 'passkey', answer: forLogin }))).toBe('INVALID_INPUT')
  const forStepUp = mine.authenticator.present(await startStepUp(deps, caller))
  expect(await codeOf(logInWithPasskey(deps, visitor, forStepUp))).toBe('PASSKEY_INVALID')
  expect(await enter(token)).toBe('STEP_UP_REQUIRED')
})

test('a session that gave no proof neither adds nor removes a passkey, even with the password', async () => {
  const member = await given()
  const caller = await callAs(deps, (await givenSession(db, member.memberId)).token)
  const { password, passkey } = member
  expect(await codeOf(startPasskey(deps, caller, { password }))).toBe('STEP_UP_REQUIRED')
  expect(await codeOf(startSecondFactor(deps, caller, { password }))).toBe('STEP_UP_REQUIRED')
  expect(await codeOf(removeOwnPasskey(deps, caller, { id: passkey.id, password }))).toBe('STEP_UP_REQUIRED')
  expect(await namesOf(member)).toEqual(['My phone'])
})

test('the reader of the mailbox cannot replace the second factor by a new password', async () => {
  const member = await given()
  const password = 'mvua-kubwa-8'
  const reset = await resetByLink(deps, member.memberId, password)
  expect(await namesOf(member)).toEqual(['My phone'])
  expect(await enter(reset.token)).toBe('STEP_UP_REQUIRED')
  expect(await codeOf(startSecondFactor(deps, await callAs(deps, reset.token), { password }))).toBe(
    'STEP_UP_REQUIRED',
  )
})

test('the first passkey forgets proofs that the password gave', async () => {
  const lax = createTestDeps(db)
  const member = await givenMemberPasskey(lax)
  await removeOwnPasskey(lax, await callAs(lax, member.token), {
    id: member.passkey.id,
    password: member.password,
  })
  const boss = await givenStaff(lax)
  await setMemberRole(lax, boss.actor, { memberId: member.memberId, role: 'finance', personId: null })
  const other = await givenSession(db, member.memberId)
  await stepUp(lax, await callAs(lax, other.token), { way: 'password', password: member.password })
  const caller = await callAs(lax, (await givenSession(db, member.memberId)).token)
  const offer = await startPasskey(lax, caller, { password: member.password })
  await confirmPasskey(lax, caller, { name: 'Again', ...member.authenticator.create(offer) })
  expect(await enter(other.token)).toBe('STEP_UP_REQUIRED')
})

test('app and passkey are each enough, and recovery codes stay until the last is gone', async () => {
  const member = await given()
  const { password, recoveryCodes } = member
  const { secret } = await startSecondFactor(deps, await callAs(deps, member.token), { password })
  await confirmSecondFactor(deps, await callAs(deps, member.token), { code: showCode(secret) })
  const caller = await callAs(deps, member.token)
  expect(caller.member?.staffSide?.proof.ways).toEqual(['passkey', 'totp', 'recovery-code'])
  expect(recoveryCodes).toHaveLength(10)
  await removeSecondFactor(deps, caller, { password, code: showCode(secret, 1) })
  expect(await enter(member.token)).toBe('passed')
  const countCodes = async () =>
    (await sql`select from member_recovery_code where member_id = ${member.memberId}`.execute(db)).rows.length
  expect(await countCodes()).toBe(10)
  const { id } = member.passkey
  await removeOwnPasskey(deps, await callAs(deps, member.token), { id, password })
  expect(await countCodes()).toBe(0)
  expect(await enter(member.token)).toBe('SECOND_FACTOR_MISSING')
})

test('taking the role away removes the passkeys with the second factor, and tells the member', async () => {
  const [boss, member] = [await givenStaff(deps), await given()]
  await setMemberRole(deps, boss.actor, { memberId: member.memberId, role: null })
  expect(await namesOf(member)).toEqual([])
  expect(await listJobs(db, member.email)).toEqual(['send-passkey-changed', 'send-passkey-changed'])
  await setMemberRole(deps, boss.actor, { memberId: member.memberId, role: 'finance' })
  expect(await enter(member.token)).toBe('SECOND_FACTOR_MISSING')
})

test('a key of a member works while they have a passkey', async () => {
  const member = await given()
  const { memberId, password, passkey, token } = member
  const key = await createApiKey(deps, await callAs(deps, token), {
    name: memberId,
    permissions: ['stats:read'],
    password,
  })
  expect(await enter(key.token)).toBe('passed')
  await removeOwnPasskey(deps, await callAs(deps, token), { id: passkey.id, password })
  expect((await callAs(deps, key.token)).apiKey).toBeNull()
})
