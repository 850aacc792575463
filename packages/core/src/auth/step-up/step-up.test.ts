import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { logOutStaff } from '../../admin/staff/staff-sessions.ts'
import { givenSecondFactor, givenStaff, identifyStaff, listAudit, showCode } from '../../admin/testing.ts'
import { createTestDeps, giveRole } from '../../testing.ts'
import { requireNewStaffAccount } from '../staff.ts'
import { givenMemberWithPassword, givenSession, visitor } from '../testing.ts'
import { requireStepUp } from './proof.ts'
import { stepUp } from './step-up.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'passed',
    (error) => error.code,
  )
/** Whether a critical call of this token passes, or the code it is refused with. */
const callCritical = async (token: string) => {
  const caller = await identifyStaff(deps, token)
  return codeOf((async () => requireStepUp(caller))())
}
const age = (staffId: string, minutes: number) =>
  sql`update staff_session set stepped_up_at = now() - make_interval(mins => ${minutes}) where staff_id = ${staffId}`.execute(
    db,
  )
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

test('a code that was used is refused, also with a proof that has run out', async () => {
  const { id, caller, token, secret } = await givenStale()
  const code = showCode(secret)
  await stepUp(deps, caller, { way: 'code', code })
  await age(id, 6)
  expect(await codeOf(stepUp(deps, caller, { way: 'code', code }))).toBe('INVALID_INPUT')
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
})

test('a recovery code proves the same, once', async () => {
  const { id, caller, token, recoveryCodes } = await givenStale()
  const code = recoveryCodes[0] ?? ''
  await stepUp(deps, caller, { way: 'code', code })
  expect(await callCritical(token)).toBe('passed')
  await age(id, 6)
  expect(await codeOf(stepUp(deps, caller, { way: 'code', code }))).toBe('INVALID_INPUT')
})

test('a proof counts for the session that gave it alone', async () => {
  const { id, username, password, secret, caller, token, recoveryCodes } = await givenStale()
  const other = await logInStaff(deps, visitor, { username, password, code: recoveryCodes[1] ?? '' })
  await age(id, 6)
  await stepUp(deps, caller, { way: 'code', code: showCode(secret) })
  expect(await callCritical(token)).toBe('passed')
  expect(await callCritical(other.token)).toBe('STEP_UP_REQUIRED')
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

test('the password is no proof for an account that has a second factor', async () => {
  const { caller, password, token } = await givenStale()
  await expect(stepUp(deps, caller, { way: 'password', password })).rejects.toMatchObject({
    failure: { code: 'STEP_UP_REQUIRED', params: { ways: ['totp', 'recovery-code'] } },
  })
  expect(await callCritical(token)).toBe('STEP_UP_REQUIRED')
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
