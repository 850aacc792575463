import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestDeletion } from '../../account/deletion.ts'
import { suspendMember } from '../../account/members.ts'
import { letDeletionCome } from '../../account/testing.ts'
import { givenStaff } from '../../admin/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, openTestDb } from '../../testing.ts'
import { callAs, listJobs, queueOnMember, throttle, visitor } from '../testing.ts'
import { logInWithPasskey, startPasskeyLogin } from './log-in-with-passkey.ts'
import { confirmPasskey, removeOwnPasskey, startPasskey, startStaffLogin } from './own-passkeys.ts'
import { createAuthenticator, givenMemberPasskey } from './testing.ts'

const { db, deps } = await openTestDb()

type Given = Awaited<ReturnType<typeof givenMemberPasskey>>
type Input = Parameters<typeof logInWithPasskey>[2]
const ask = () => startPasskeyLogin(deps, visitor)
const logIn = (input: Input) => logInWithPasskey(deps, visitor, input)
const tryLogIn = (input: Input) => codeOf(logIn(input))
const signIn = async ({ authenticator }: Given) => tryLogIn(authenticator.present(await ask()))

test('a passkey opens a session of its member, with nothing typed', async () => {
  const given = await givenMemberPasskey(deps)
  const asked = await ask()
  expect(asked).toEqual({ challenge: expect.any(String), rpId: 'localhost', allowCredentials: [] })
  const { token, user, deviceToken } = await logIn({
    ...given.authenticator.present(asked),
    rememberDevice: true,
  })
  expect(user).toMatchObject({ id: given.memberId, email: given.email })
  expect((await callAs(deps, token)).member).toMatchObject({ memberId: given.memberId, adminRole: null })
  const again = await logIn({
    ...given.authenticator.present(await ask()),
    deviceToken,
    rememberDevice: true,
  })
  expect(again.deviceToken).toBeUndefined()
  const { rows } = await sql`
    select from member_passkey where member_id = ${given.memberId} and last_used_at is not null and sign_count = 2
  `.execute(db)
  expect(rows).toHaveLength(1)
})

test('a new browser is announced by mail, as after a password', async () => {
  const given = await givenMemberPasskey(deps)
  await signIn(given)
  expect(await listJobs(db, given.email)).toContain('send-new-sign-in')
})

test('an answer counts once, also for two calls at once', async () => {
  const given = await givenMemberPasskey(deps)
  const signed = given.authenticator.present(await ask())
  const outcomes = await Promise.all([tryLogIn(signed), tryLogIn(signed)])
  expect(outcomes.sort()).toEqual(['PASSKEY_INVALID', 'passed'])
  expect(await tryLogIn(signed)).toBe('PASSKEY_INVALID')
})

test.each([
  ['of another page', { origin: 'https://chuma-login.example' }],
  ['for another site', { rpId: 'chuma-login.example' }],
  ['of someone whom the authenticator did not recognise', { isVerified: false }],
])('an answer %s is refused', async (_name, behaviour) => {
  const given = await givenMemberPasskey(deps)
  expect(await tryLogIn(given.authenticator.present(await ask(), behaviour))).toBe('PASSKEY_INVALID')
  expect(await signIn(given)).toBe('passed')
})

test.each([6, 7])('a counter at %i after 7 is a copy’s, and refused', async (counter) => {
  const given = await givenMemberPasskey(deps)
  await logIn(given.authenticator.present(await ask(), { counter: 7 }))
  expect(await tryLogIn(given.authenticator.present(await ask(), { counter }))).toBe('PASSKEY_INVALID')
})

test('of an authenticator and its copy that answer at once, one opens the account', async () => {
  const given = await givenMemberPasskey(deps)
  const [one, other] = [await ask(), await ask()]
  const outcomes = await queueOnMember(db, given.memberId, {
    calls: [one, other].map((asked) => () => tryLogIn(given.authenticator.present(asked, { counter: 5 }))),
  })
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'passed' },
    { status: 'fulfilled', value: 'PASSKEY_INVALID' },
  ])
})

test('a challenge counts for five minutes, and only for the log-in that it was issued for', async () => {
  const given = await givenMemberPasskey(deps)
  const late = given.authenticator.present(await ask())
  await sql`update member_passkey_challenge set expires_at = now()`.execute(db)
  expect(await tryLogIn(late)).toBe('PASSKEY_INVALID')
  const offer = await startPasskey(deps, await callAs(deps, given.token), { password: given.password })
  expect(await tryLogIn(given.authenticator.present(offer))).toBe('PASSKEY_INVALID')
  const invented = { challenge: 'aW52ZW50ZWQ', rpId: 'localhost' }
  expect(await tryLogIn(given.authenticator.present(invented))).toBe('PASSKEY_INVALID')
})

test('a challenge is stored as a hash, and expired ones go with the next log-in', async () => {
  const { challenge } = await ask()
  const hex = Buffer.from(challenge, 'base64url').toString('hex')
  const list = async () =>
    (
      await sql<{
        hash: string
      }>`select encode(challenge_hash, 'hex') as hash from member_passkey_challenge`.execute(db)
    ).rows
  expect(JSON.stringify(await list())).not.toContain(hex)
  await sql`update member_passkey_challenge set expires_at = now() - interval '1 second'`.execute(db)
  await ask()
  expect(await list()).toHaveLength(1)
})

test('a passkey opens its own account alone', async () => {
  const [mine, theirs] = [await givenMemberPasskey(deps), await givenMemberPasskey(deps)]
  const { userHandle } = theirs.authenticator.present(await ask())
  const claimed = { ...mine.authenticator.present(await ask()), userHandle }
  expect(await tryLogIn(claimed)).toBe('PASSKEY_INVALID')
  const forged = { ...mine.authenticator.present(await ask()), userHandle, id: theirs.authenticator.id }
  expect(await tryLogIn(forged)).toBe('PASSKEY_INVALID')
  for (const nobody of ['AA', 'x'.repeat(86), userHandle.slice(0, 21)]) {
    const answer = { ...theirs.authenticator.present(await ask()), userHandle: nobody }
    expect(await tryLogIn(answer)).toBe('PASSKEY_INVALID')
  }
})

test('a passkey of a staff account opens no member’s account, and the reverse', async () => {
  const staff = await givenStaff(deps)
  const key = createAuthenticator()
  const offer = await startPasskey(deps, staff.caller, { password: staff.password })
  await confirmPasskey(deps, staff.caller, { name: 'Key', ...key.create(offer) })
  expect(await tryLogIn(key.present(await ask()))).toBe('PASSKEY_INVALID')

  const { username, password } = staff
  const asked = await startStaffLogin(deps, visitor, { username, password })
  const member = await givenMemberPasskey(deps)
  const { userHandle } = member.authenticator.present(await ask())
  expect(await tryLogIn({ ...key.sign(asked), userHandle })).toBe('PASSKEY_INVALID')
  // The challenge of the staff's log-in is not one of members.
  expect(await tryLogIn(member.authenticator.present(asked))).toBe('PASSKEY_INVALID')
})

test('a removed passkey opens nothing, also if it is removed meanwhile', async () => {
  const given = await givenMemberPasskey(deps)
  const signed = given.authenticator.present(await ask())
  const [outcome] = await queueOnMember(db, given.memberId, {
    calls: [() => tryLogIn(signed)],
    change: (trx) => sql`delete from member_passkey where member_id = ${given.memberId}`.execute(trx),
  })
  expect(outcome).toEqual({ status: 'fulfilled', value: 'PASSKEY_INVALID' })

  const other = await givenMemberPasskey(deps)
  const { id } = other.passkey
  await removeOwnPasskey(deps, await callAs(deps, other.token), { id, password: other.password })
  expect(await signIn(other)).toBe('PASSKEY_INVALID')
})

test('a suspended member is told so, but only after the right answer', async () => {
  const [boss, given] = [await givenStaff(deps), await givenMemberPasskey(deps)]
  await suspendMember(deps, boss.actor, { memberId: given.memberId, reason: 'Two accounts' })
  await expect(logIn(given.authenticator.present(await ask()))).rejects.toMatchObject({
    failure: { code: 'ACCOUNT_SUSPENDED', params: { reason: 'Two accounts' } },
  })
  const wrong = given.authenticator.present(await ask(), { origin: 'https://chuma-login.example' })
  expect(await tryLogIn(wrong)).toBe('PASSKEY_INVALID')
})

test('an unverified address opens nothing where it has to be verified', async () => {
  const given = await givenMemberPasskey(deps)
  await sql`update member set email_verified_at = null where member_id = ${given.memberId}`.execute(db)
  expect(await signIn(given)).toBe('EMAIL_NOT_VERIFIED')
})

test('an account that is being deleted is kept on request, and gone once it is erased', async () => {
  const [kept, gone] = [await givenMemberPasskey(deps), await givenMemberPasskey(deps)]
  for (const { token, password } of [kept, gone]) {
    await requestDeletion(deps, await callAs(deps, token), { password })
  }
  expect(await signIn(kept)).toBe('ACCOUNT_CLOSING')
  expect(await tryLogIn({ ...kept.authenticator.present(await ask()), keepAccount: true })).toBe('passed')
  expect(await signIn(kept)).toBe('passed')

  const wrong = {
    ...kept.authenticator.present(await ask()),
    userHandle: gone.authenticator.present(await ask()).userHandle,
  }
  expect(await tryLogIn({ ...wrong, keepAccount: true })).toBe('PASSKEY_INVALID')
  expect(await signIn(gone)).toBe('ACCOUNT_CLOSING')
  await letDeletionCome(db, gone.memberId)
  await eraseMembers(deps)
  expect(await signIn(gone)).toBe('PASSKEY_INVALID')
  const { rows } = await sql`select from member_passkey where member_id = ${gone.memberId}`.execute(db)
  expect(rows).toEqual([])
})

test('challenges are counted by network', async () => {
  const flooded = { ...visitor, address: '198.51.100.77' }
  await throttle(db, 'log-in-address', flooded.address)
  await expect(startPasskeyLogin(deps, flooded)).rejects.toMatchObject({ code: 'THROTTLED' })
})
