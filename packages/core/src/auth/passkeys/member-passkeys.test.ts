import { MAX_PASSKEYS } from '@chuma/contract/auth/passkeys'
import { listPasskeys } from '@chuma/db/queries/auth/passkeys'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { changePassword, endOtherSessions } from '../../account/own-account.ts'
import { listAudit } from '../../admin/testing.ts'
import { codeOf } from '../../testing.ts'
import { mailLink, redeemLink } from '../links.ts'
import { resetPassword } from '../passwords/new-password.ts'
import { sendPasskeyChanged, sendPasswordChanged } from '../security-mails.ts'
import { requireMember } from '../sessions.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  visitor,
} from '../testing.ts'
import { memberOwner } from './log-in-with-passkey.ts'
import { confirmPasskey, removeOwnPasskey, startPasskey } from './own-passkeys.ts'
import { createAuthenticator, givenMemberPasskey } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps, sent } = createMailingDeps(db)
const password = 'maji-safi-9'
const namesOf = async (memberId: string) =>
  (await listPasskeys(db, memberOwner(memberId))).map(({ name }) => name)

async function givenMember(options: { isVerified?: boolean } = {}) {
  const member = await givenMemberWithPassword(db, { password, ...options })
  const { token } = await givenSession(db, member.memberId)
  return { ...member, token, caller: await callAs(deps, token) }
}

async function resetByLink(memberId: string, newPassword: string) {
  const mailed: string[] = []
  await mailLink(
    deps,
    { memberId, purpose: 'reset-password', expiresInMinutes: 10, replacesOlder: false, isMeant: () => true },
    async ({ token }) => void mailed.push(token),
  )
  const { token } = await redeemLink(deps, visitor, { token: mailed[0] ?? '' })
  return resetPassword(deps, await callAs(deps, token), {
    password: newPassword,
    confirmPassword: newPassword,
  })
}

test('adding a passkey is noted, and mailed with its name', async () => {
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
  await resetByLink(memberId, 'mvua-kubwa-8')
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
