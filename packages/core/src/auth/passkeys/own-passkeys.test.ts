import { MAX_PASSKEYS } from '@chuma/contract/auth/passkeys'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword, endOtherSessions } from '../../account/own-account.ts'
import { resetStaff } from '../../admin/staff/manage-staff.ts'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { givenStaff, identifyStaff, listAudit } from '../../admin/testing.ts'
import { codeOf, openTestDb } from '../../testing.ts'
import { sendPasskeyChanged, sendPasswordChanged } from '../security-mails.ts'
import { requireMember } from '../sessions.ts'
import { requireStepUp } from '../step-up/proof.ts'
import { stepUp } from '../step-up/step-up.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  visitor,
} from '../testing.ts'
import { memberOwner } from './log-in-with-passkey.ts'
import {
  confirmPasskey,
  removeOwnPasskey,
  removePasskey,
  startPasskey,
  startStaffLogin,
  startStepUp,
} from './own-passkeys.ts'
import { createAuthenticator, givenMemberPasskey, resetByLink } from './testing.ts'

const { db } = await openTestDb()
const { deps, sent } = createMailingDeps(db)
const password = 'maji-safi-9'
const namesOf = async (memberId: string) =>
  (await listPasskeys(db, memberOwner(memberId))).map(({ name }) => name)

async function givenMember(options: { isVerified?: boolean } = {}) {
  const member = await givenMemberWithPassword(db, { password, ...options })
  const { token } = await givenSession(db, member.memberId)
  return { ...member, token, caller: await callAs(deps, token) }
}

test('adding a passkey to a member’s account is noted, and mailed with its name', async () => {
  const { memberId, email, passkey, recoveryCodes } = await givenMemberPasskey(deps)
  expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null })
  // Codes recover a second factor, and a member without a role has none.
  expect(recoveryCodes).toBeNull()
  expect(await listAudit(db, `member:${memberId}`)).toMatchObject([
    { action: 'passkey.added', after: { name: 'My phone' } },
  ])
  expect(await listJobs(db, email)).toEqual(['send-passkey-changed'])
  await sendPasskeyChanged(deps, { memberId, email, change: 'added', name: 'My phone' })
  expect(sent.at(-1)).toEqual({
    kind: 'sendPasskeyAdded',
    mail: { to: email, firstName: 'Amina', name: 'My phone', token: expect.stringMatching(/^w_/) },
  })
})

test('removing one asks for the password, is noted and mailed', async () => {
  const { memberId, email, token, passkey } = await givenMemberPasskey(deps)
  const caller = await callAs(deps, token)
  const { id } = passkey
  expect(await codeOf(removeOwnPasskey(deps, caller, { id, password: 'guess' }))).toBe('WRONG_PASSWORD')
  expect(await namesOf(memberId)).toEqual(['My phone'])
  await removeOwnPasskey(deps, caller, { id, password })
  expect(await namesOf(memberId)).toEqual([])
  expect(await codeOf(removeOwnPasskey(deps, caller, { id, password }))).toBe('NOT_FOUND')
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'passkey.removed',
    before: { name: 'My phone' },
  })
  expect(await listJobs(db, email)).toEqual(['send-passkey-changed', 'send-passkey-changed'])
  await sendPasskeyChanged(deps, { memberId, email, change: 'removed', name: 'My phone' })
  expect(sent.at(-1)?.kind).toBe('sendPasskeyRemoved')
})

test('a stolen session adds no passkey without the password, and cannot guess it', async () => {
  const { memberId, caller } = await givenMember()
  for (let n = 0; n < 5; n++) {
    expect(await codeOf(startPasskey(deps, caller, { password: `guess ${n}` }))).toBe('WRONG_PASSWORD')
  }
  expect(await codeOf(startPasskey(deps, caller, { password }))).toBe('THROTTLED')
  const invented = { challenge: 'aW52ZW50ZWQ', rpId: 'localhost' }
  const made = { name: 'Thief', ...createAuthenticator().create(invented) }
  expect(await codeOf(confirmPasskey(deps, caller, made))).toBe('INVALID_INPUT')
  expect(await namesOf(memberId)).toEqual([])
})

test('what one session started, neither another session nor another member finishes', async () => {
  const [mine, theirs] = [await givenMember(), await givenMember()]
  const elsewhere = await callAs(deps, (await givenSession(db, mine.memberId)).token)
  for (const other of [elsewhere, theirs.caller]) {
    const offer = await startPasskey(deps, mine.caller, { password })
    const made = { name: 'Taken', ...createAuthenticator().create(offer) }
    expect(await codeOf(confirmPasskey(deps, other, made))).toBe('INVALID_INPUT')
    // The challenge was used up by the attempt.
    expect(await codeOf(confirmPasskey(deps, mine.caller, made))).toBe('INVALID_INPUT')
  }
})

test.each([
  ['of another page', { origin: 'https://chuma-login.example' }],
  ['for another site', { rpId: 'chuma-login.example' }],
  ['of someone whom the authenticator did not recognise', { isVerified: false }],
])('a new passkey %s is refused', async (_name, behaviour) => {
  const { caller } = await givenMember()
  const made = createAuthenticator().create(await startPasskey(deps, caller, { password }), behaviour)
  expect(await codeOf(confirmPasskey(deps, caller, { name: 'Odd', ...made }))).toBe('INVALID_INPUT')
})

test('a session that ended meanwhile adds nothing', async () => {
  const { memberId, caller } = await givenMember()
  const made = createAuthenticator().create(await startPasskey(deps, caller, { password }))
  const other = await callAs(deps, (await givenSession(db, memberId)).token)
  await endOtherSessions(deps, requireMember(other))
  expect(await codeOf(confirmPasskey(deps, caller, { name: 'Late', ...made }))).toBe('NOT_SIGNED_IN')
  expect(await namesOf(memberId)).toEqual([])
})

test('an address that nobody verified gets no passkey', async () => {
  const lax = { ...deps, accounts: { isVerificationRequired: false, isSecondFactorRequired: false } }
  const { token } = await givenMember({ isVerified: false })
  const caller = await callAs(lax, token)
  await expect(startPasskey(lax, caller, { password })).rejects.toMatchObject({
    failure: { code: 'EMAIL_NOT_VERIFIED', params: { before: 'passkey' } },
  })
})

test('an account has at most ten, also when two are added at once', async () => {
  const { memberId, caller } = await givenMember()
  const offers = []
  for (let n = 0; n < MAX_PASSKEYS + 1; n++) offers.push(await startPasskey(deps, caller, { password }))
  const outcomes = await Promise.all(
    offers.map((offer, n) =>
      codeOf(confirmPasskey(deps, caller, { name: `Key ${n}`, ...createAuthenticator().create(offer) })),
    ),
  )
  expect(outcomes.filter((code) => code !== 'passed')).toEqual(['INVALID_INPUT'])
  expect(await namesOf(memberId)).toHaveLength(MAX_PASSKEYS)
  await expect(startPasskey(deps, caller, { password })).rejects.toMatchObject({
    failure: { params: { fields: { name: [{ code: 'PASSKEYS_FULL' }] } } },
  })
})

test('a password reset removes passkeys, which a thief may have left, and the mail says how many', async () => {
  const { memberId, email } = await givenMemberPasskey(deps)
  await resetByLink(deps, memberId, 'mvua-kubwa-8')
  expect(await namesOf(memberId)).toEqual([])
  expect((await listAudit(db, `member:${memberId}`)).map(({ action }) => action)).toContain('passkey.removed')
  const { rows } = await sql<{ data: { passkeysRemoved: number; passkeysLeft: number; memberId: string } }>`
    select data from pgboss.job where name = 'send-password-changed' and data ->> 'email' = ${email}
  `.execute(db)
  expect(rows[0]?.data).toMatchObject({ passkeysRemoved: 1, passkeysLeft: 0 })
})

test('a changed password and “log out everywhere” keep passkeys, and the mail counts them', async () => {
  const { memberId, email, token } = await givenMemberPasskey(deps)
  await endOtherSessions(deps, requireMember(await callAs(deps, token)))
  const newPassword = 'mvua-kubwa-8'
  await changePassword(deps, await callAs(deps, token), {
    currentPassword: password,
    newPassword,
    confirmPassword: newPassword,
  })
  expect(await namesOf(memberId)).toEqual(['My phone'])
  await sendPasswordChanged(deps, { memberId, email, passkeysRemoved: 0, passkeysLeft: 1 })
  expect(sent.at(-1)?.mail).toMatchObject({ passkeysRemoved: 0, passkeysLeft: 1 })
})

async function givenStaffPasskey() {
  const staff = await givenStaff(deps)
  const authenticator = createAuthenticator()
  const offer = await startPasskey(deps, staff.caller, { password: staff.password })
  const added = await confirmPasskey(deps, staff.caller, { name: 'My phone', ...authenticator.create(offer) })
  const caller = await identifyStaff(deps, staff.token)
  return { ...staff, caller, authenticator, passkey: added.passkey, recoveryCodes: added.recoveryCodes ?? [] }
}
type StaffPasskey = Awaited<ReturnType<typeof givenStaffPasskey>>
const askAtLogin = ({ username, password }: StaffPasskey) =>
  startStaffLogin(deps, visitor, { username, password })
const logIn = ({ username, password }: StaffPasskey, proof: object) =>
  logInStaff(deps, visitor, { username, password, ...proof })
const age = (staffId: string) =>
  sql`update staff_session set stepped_up_at = now() - interval '6 minutes'
    where staff_id = ${staffId}`.execute(db)
const isFresh = async (token: string) => {
  const caller = await identifyStaff(deps, token)
  return codeOf((async () => requireStepUp(caller))())
}

test('a passkey is a second factor: with it the password opens the account, and not without', async () => {
  const given = await givenStaffPasskey()
  expect(given.caller.staff).toMatchObject({ isSecondFactorOn: true, isTotpOn: false })
  expect(given.recoveryCodes).toHaveLength(10)
  await expect(logIn(given, {})).rejects.toMatchObject({
    failure: { code: 'SECOND_FACTOR_REQUIRED', params: { ways: ['passkey', 'recovery-code'] } },
  })
  const { token } = await logIn(given, { passkey: given.authenticator.sign(await askAtLogin(given)) })
  expect((await identifyStaff(deps, token)).staff).toMatchObject({ username: given.username })
  const actions = await listAudit(db, given.actor.name)
  expect(actions).toContainEqual(
    expect.objectContaining({ action: 'passkey.added', after: { name: 'My phone' } }),
  )
  expect(actions.at(-1)).toMatchObject({ action: 'log-in', after: { secondFactor: 'passkey' } })
})

test('a passkey gives a fresh proof, for this session alone', async () => {
  const given = await givenStaffPasskey()
  const other = await logIn(given, { passkey: given.authenticator.sign(await askAtLogin(given)) })
  await age(given.id)
  const answer = given.authenticator.sign(await startStepUp(deps, given.caller))
  await stepUp(deps, given.caller, { way: 'passkey', answer })
  expect([await isFresh(given.token), await isFresh(other.token)]).toEqual(['passed', 'STEP_UP_REQUIRED'])
})

test('an authenticator without a counter works again and again', async () => {
  const given = await givenStaffPasskey()
  for (let n = 0; n < 2; n++) {
    const passkey = given.authenticator.sign(await askAtLogin(given), { counter: 0 })
    expect(await codeOf(logIn(given, { passkey }))).toBe('passed')
  }
})

test('a challenge counts for what it was issued for', async () => {
  const given = await givenStaffPasskey()
  const forStepUp = given.authenticator.sign(await startStepUp(deps, given.caller))
  expect(await codeOf(logIn(given, { passkey: forStepUp }))).toBe('SECOND_FACTOR_INVALID')
  const answer = given.authenticator.sign(await askAtLogin(given))
  expect(await codeOf(stepUp(deps, given.caller, { way: 'passkey', answer }))).toBe('INVALID_INPUT')
})

test('a passkey opens its own staff account alone', async () => {
  const [mine, theirs] = [await givenStaffPasskey(), await givenStaffPasskey()]
  const asked = await askAtLogin(theirs)
  expect(await codeOf(logIn(theirs, { passkey: mine.authenticator.sign(asked) }))).toBe(
    'SECOND_FACTOR_INVALID',
  )
  const forged = { ...mine.authenticator.sign(await askAtLogin(theirs)), id: theirs.authenticator.id }
  expect(await codeOf(logIn(theirs, { passkey: forged }))).toBe('SECOND_FACTOR_INVALID')
})

test('a stolen session adds no passkey to an account that has a factor', async () => {
  const given = await givenStaffPasskey()
  expect(await codeOf(startPasskey(deps, given.caller, { password: 'guess' }))).toBe('WRONG_PASSWORD')
  await age(given.id)
  const stolen = await identifyStaff(deps, given.token)
  expect(await codeOf(startPasskey(deps, stolen, { password: given.password }))).toBe('STEP_UP_REQUIRED')
})

test('a recovery code replaces a lost passkey, and both go when the last passkey is removed', async () => {
  const given = await givenStaffPasskey()
  const code = (given.recoveryCodes[0] ?? '').replaceAll('-', '')
  expect(await codeOf(logIn(given, { code }))).toBe('passed')
  await removePasskey(deps, given.caller, { id: given.passkey.id })
  expect(await codeOf(removePasskey(deps, given.caller, { id: given.passkey.id }))).toBe('NOT_FOUND')
  expect((await identifyStaff(deps, given.token)).staff).toMatchObject({ isSecondFactorOn: false })
  const { rows } = await sql`select from staff_recovery_code where staff_id = ${given.id}`.execute(db)
  expect(rows).toEqual([])
  expect(await codeOf(logIn(given, {}))).toBe('passed')
})

test('a reset removes the passkeys too', async () => {
  const [boss, given] = [await givenStaff(deps), await givenStaffPasskey()]
  await resetStaff(deps, boss.actor, { id: given.id })
  const { rows } = await sql`select from staff_passkey where staff_id = ${given.id}`.execute(db)
  expect(rows).toEqual([])
})
