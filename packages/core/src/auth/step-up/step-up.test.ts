import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApiKey } from '../../admin/keys.ts'
import {
  confirmSecondFactor,
  getStaffMember,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '../../admin/staff/own-staff-account.ts'
import { setMemberRole } from '../../admin/staff/set-member-role.ts'
import { logOutStaff } from '../../admin/staff/staff-sessions.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, showCode } from '../../admin/testing.ts'
import { codeOf, createTestDeps, giveRole, openTestDb } from '../../testing.ts'
import { identifyCaller } from '../identify-caller.ts'
import { listChanges } from '../security/testing.ts'
import { requireMember } from '../sessions.ts'
import { requireNewStaffAccount, requireStaff } from '../staff.ts'
import { givenMemberWithPassword, givenSession } from '../testing.ts'
import { requireStepUp } from './proof.ts'
import { stepUp } from './step-up.ts'

const { db, deps } = await openTestDb()

/** Whether a critical call of this token passes, or the code it is refused with. */
const callCritical = async (token: string) => {
  const caller = await identifyStaff(deps, token)
  return codeOf((async () => requireStepUp(caller))())
}

const age = (staffId: string, minutes: number) =>
  sql`update staff_session set stepped_up_at = now() - make_interval(mins => ${minutes})
    where staff_id = ${staffId}`.execute(db)

async function givenStale() {
  const staff = await givenSecondFactor(deps)
  await age(staff.id, 6)
  return { ...staff, caller: await identifyStaff(deps, staff.token) }
}

test('a log-in proves who someone is for five minutes', async () => {
  const { id, token } = await givenStaff(deps)
  expect(await callCritical(token)).toBe('passed')
  await age(id, 4)
  expect(await callCritical(token)).toBe('passed')
  await age(id, 5)
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
})

test('a code from the app makes the session fresh, and is written to the audit log', async () => {
  const { caller, token, secret, actor } = await givenStale()
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
  await stepUp(deps, caller, { way: 'code', code: showCode(secret) })
  expect(await callCritical(token)).toBe('passed')
  expect((await listAudit(db, actor.name)).at(-1)).toMatchObject({
    action: 'step-up',
    after: { way: 'code' },
  })
})

test('a recovery code proves the same, once', async () => {
  const { id, caller, token, recoveryCodes } = await givenStale()
  const code = recoveryCodes[0] ?? ''
  await stepUp(deps, caller, { way: 'code', code })
  expect(await callCritical(token)).toBe('passed')
  await age(id, 6)
  expect(await codeOf(stepUp(deps, caller, { way: 'code', code }))).toBe('INVALID_INPUT')
})

test('a proof does not outlive the log-out, and none can be given after it', async () => {
  const { caller, token, secret } = await givenStale()
  await logOutStaff(deps, requireNewStaffAccount(caller))
  expect(await codeOf(stepUp(deps, caller, { way: 'code', code: showCode(secret) }))).toBe('NOT_SIGNED_IN')
  const { rows } = await sql<{ at: Date }>`
    select stepped_up_at as at from staff_session where stepped_up_at > now() - interval '5 minutes'
      and token_hash = ${caller.staff?.tokenHash}
  `.execute(db)
  expect(rows).toEqual([])
  expect((await identifyStaff(deps, token)).staff).toBeNull()
})

test('without a second factor the password is asked for, and guesses are counted', async () => {
  const { id, token, password } = await givenStaff(deps)
  await age(id, 6)
  const caller = await identifyStaff(deps, token)
  expect(await codeOf(stepUp(deps, caller, { way: 'code', code: '123456' }))).toBe('STEP_UP_REQUIRED')
  expect(await codeOf(stepUp(deps, caller, { way: 'password', password: 'guess' }))).toBe('WRONG_PASSWORD')
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
  await stepUp(deps, caller, { way: 'password', password })
  expect(await callCritical(token)).toBe('passed')
  await age(id, 6)
  for (let n = 0; n < 5; n++) await codeOf(stepUp(deps, caller, { way: 'password', password: 'guess' }))
  expect(await codeOf(stepUp(deps, caller, { way: 'password', password }))).toBe('THROTTLED')
})

test('a member with admin rights gives a proof with their password', async () => {
  const { memberId } = await givenMemberWithPassword(db, { password: 'secret-9' })
  await giveRole(db, memberId)
  const { token } = await givenSession(db, memberId)
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
  await stepUp(deps, await identifyStaff(deps, token), { way: 'password', password: 'secret-9' })
  expect(await callCritical(token)).toBe('passed')
  expect(await callCritical((await givenSession(db, memberId)).token)).toBe('STEP_UP_REQUIRED')
})

const withFactor = createTestDeps(db, {
  accounts: { isVerificationRequired: true, isSecondFactorRequired: true },
})

const PASSWORD = 'maji-safi-9'

/** Whether the staff side is open to this token, or the code it is refused with. */
const enter = async (token: string) => {
  const caller = await identifyStaff(withFactor, token)
  return codeOf((async () => requireStaff(caller, 'stats:read'))())
}

async function givenAdminMember() {
  const { memberId, ...member } = await givenMemberWithPassword(db, { password: PASSWORD })
  await giveRole(db, memberId)
  const { token } = await givenSession(db, memberId)
  return { ...member, memberId, token, name: `member:${memberId}` }
}

/** The code that turned it on is forgotten, so that tests can use it. */
async function givenEnrolled() {
  const member = await givenAdminMember()
  const caller = await identifyStaff(withFactor, member.token)
  const { secret, otpauthUri } = await startSecondFactor(withFactor, caller, { password: PASSWORD })
  const { recoveryCodes } = await confirmSecondFactor(withFactor, caller, { code: showCode(secret) })
  await sql`update member_second_factor set last_step = 0 where member_id = ${member.memberId}`.execute(db)
  return {
    ...member,
    secret,
    otpauthUri,
    recoveryCodes: recoveryCodes.map((code) => code.replaceAll('-', '')),
  }
}

const prove = async (token: string, code: string) =>
  stepUp(withFactor, await identifyStaff(withFactor, token), { way: 'code', code })

test('where a second factor is required, a member with a role keeps it and is led to the set-up', async () => {
  const { token, memberId } = await givenAdminMember()
  expect(await enter(token)).toBe('SECOND_FACTOR_MISSING')
  const caller = await identifyStaff(withFactor, token)
  expect(await getStaffMember(withFactor, caller)).toMatchObject({
    role: 'owner',
    isSecondFactorMissing: true,
    isProofDue: false,
  })
  expect(await codeOf(startSecondFactor(withFactor, caller, { password: 'guess' }))).toBe('WRONG_PASSWORD')
  expect(requireMember(caller).memberId).toBe(memberId)
})

test('after the set-up the session is on the staff side, and the secret is sealed', async () => {
  const { token, name, memberId, secret, email, otpauthUri, recoveryCodes } = await givenEnrolled()
  expect(await enter(token)).toBe('passed')
  expect(recoveryCodes).toHaveLength(10)
  expect(decodeURIComponent(otpauthUri)).toContain(email)
  expect((await listAudit(db, name)).map(({ action }) => action)).toEqual([
    'second-factor.started',
    'second-factor.on',
  ])
  const { rows } = await sql<{ secret: string }>`
    select secret from member_second_factor where member_id = ${memberId}
  `.execute(db)
  expect(rows[0]?.secret).toMatch(/^sealed:1:/)
  expect(rows[0]?.secret).not.toContain(secret)
})

test('another log-in opens the wallet, and the staff side only with a code, which works once', async () => {
  const { memberId, secret } = await givenEnrolled()
  const { token } = await givenSession(db, memberId)
  expect(await enter(token)).toBe('STEP_UP_REQUIRED')
  const caller = await identifyStaff(withFactor, token)
  expect(requireMember(caller).memberId).toBe(memberId)
  expect(await getStaffMember(withFactor, caller)).toMatchObject({ isProofDue: true, permissions: [] })
  await expect(stepUp(withFactor, caller, { way: 'password', password: PASSWORD })).rejects.toMatchObject({
    failure: { code: 'STEP_UP_REQUIRED', params: { ways: ['totp', 'recovery-code'] } },
  })
  expect(await codeOf(prove(token, '000000'))).toBe('INVALID_INPUT')
  expect(await enter(token)).toBe('STEP_UP_REQUIRED')
  const code = showCode(secret)
  await prove(token, code)
  expect(await enter(token)).toBe('passed')
  const third = await givenSession(db, memberId)
  expect(await codeOf(prove(third.token, code))).toBe('INVALID_INPUT')
  expect(await enter(third.token)).toBe('STEP_UP_REQUIRED')
})

test.each([
  ['stepped_up_at', '11 hours', 'passed'],
  ['stepped_up_at', '12 hours', 'STEP_UP_REQUIRED'],
  ['staff_seen_at', '29 minutes', 'passed'],
  ['staff_seen_at', '30 minutes', 'STEP_UP_REQUIRED'],
])('a proof of the second factor with %s %s ago: %s', async (column, time, outcome) => {
  const { token, memberId } = await givenEnrolled()
  await sql`update session set ${sql.ref(column)} = now() - ${time}::interval
    where member_id = ${memberId}`.execute(db)
  expect(await enter(token)).toBe(outcome)
})

test('calls that the page makes itself do not keep the staff side open', async () => {
  const { token, memberId } = await givenEnrolled()
  const minutesAway = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from now() - staff_seen_at) / 60)::int as minutes from session
      where member_id = ${memberId}
    `.execute(db)
    return rows[0]?.minutes
  }
  await sql`update session set staff_seen_at = now() - interval '20 minutes'
    where member_id = ${memberId}`.execute(db)

  await identifyCaller(withFactor, { token, address: null, userAgent: null, isBackground: true })
  expect(await minutesAway()).toBe(20)
  await identifyStaff(withFactor, token)
  expect(await minutesAway()).toBe(0)
})

test('a proof by password, from before the set-up, opens nothing after it', async () => {
  const lax = createTestDeps(db)
  const { memberId, token } = await givenAdminMember()
  const other = await givenSession(db, memberId)
  await stepUp(lax, await identifyStaff(lax, other.token), { way: 'password', password: PASSWORD })
  const caller = await identifyStaff(lax, token)
  const { secret } = await startSecondFactor(lax, caller, { password: PASSWORD })
  await confirmSecondFactor(lax, caller, { code: showCode(secret) })
  expect(await enter(token)).toBe('passed')
  expect(await enter(other.token)).toBe('STEP_UP_REQUIRED')
})

test('password and code renew the recovery codes and remove the factor', async () => {
  const { token, memberId, secret, recoveryCodes } = await givenEnrolled()
  const caller = await identifyStaff(withFactor, token)
  const fresh = await renewRecoveryCodes(withFactor, caller, {
    password: PASSWORD,
    code: recoveryCodes[0] ?? '',
  })
  expect(await codeOf(prove(token, recoveryCodes[1] ?? ''))).toBe('INVALID_INPUT')
  expect(fresh.recoveryCodes).toHaveLength(10)
  await removeSecondFactor(withFactor, caller, { password: PASSWORD, code: showCode(secret) })
  expect(await enter(token)).toBe('SECOND_FACTOR_MISSING')
  const { rows } = await sql`select from member_recovery_code where member_id = ${memberId}`.execute(db)
  expect(rows).toEqual([])
  const events = ['second-factor-on', 'recovery-codes-renewed', 'second-factor-off']
  expect(await listChanges(db, memberId)).toEqual(events)
})

test('a member who loses the role loses the factor too, and sets up another with a new role', async () => {
  const boss = await givenStaff(withFactor)
  const { memberId, token } = await givenEnrolled()
  await setMemberRole(withFactor, boss.actor, { memberId, role: null })
  expect(await enter(token)).toBe('FORBIDDEN')
  expect(await listChanges(db, memberId)).toEqual(['second-factor-on', 'second-factor-off'])
  await setMemberRole(withFactor, boss.actor, { memberId, role: 'finance' })
  expect(await enter(token)).toBe('SECOND_FACTOR_MISSING')
})

test('a key of a member works while they have the required second factor', async () => {
  const { token, memberId, secret } = await givenEnrolled()
  const caller = await identifyStaff(withFactor, token)
  const key = await createApiKey(withFactor, caller, {
    name: memberId,
    permissions: ['stats:read'],
    password: PASSWORD,
  })
  expect(await enter(key.token)).toBe('passed')
  await removeSecondFactor(withFactor, caller, { password: PASSWORD, code: showCode(secret) })
  expect((await identifyStaff(withFactor, key.token)).apiKey).toBeNull()
})
