import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { resetStaff } from '../../admin/staff/manage-staff.ts'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { givenStaff, identifyStaff, listAudit } from '../../admin/testing.ts'
import { codeOf, createTestDeps } from '../../testing.ts'
import { requireStepUp } from '../step-up/proof.ts'
import { stepUp } from '../step-up/step-up.ts'
import { visitor } from '../testing.ts'
import { confirmPasskey, removePasskey, startPasskey, startStaffLogin, startStepUp } from './own-passkeys.ts'
import { createAuthenticator } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenPasskey() {
  const staff = await givenStaff(deps)
  const authenticator = createAuthenticator()
  const offer = await startPasskey(deps, staff.caller, { password: staff.password })
  const added = await confirmPasskey(deps, staff.caller, { name: 'My phone', ...authenticator.create(offer) })
  const caller = await identifyStaff(deps, staff.token)
  return { ...staff, caller, authenticator, passkey: added.passkey, recoveryCodes: added.recoveryCodes ?? [] }
}
type Given = Awaited<ReturnType<typeof givenPasskey>>
const askAtLogin = ({ username, password }: Given) => startStaffLogin(deps, visitor, { username, password })
const logIn = ({ username, password }: Given, proof: object) =>
  logInStaff(deps, visitor, { username, password, ...proof })
const age = (staffId: string) =>
  sql`update staff_session set stepped_up_at = now() - interval '6 minutes' where staff_id = ${staffId}`.execute(
    db,
  )
const isFresh = async (token: string) => {
  const caller = await identifyStaff(deps, token)
  return codeOf((async () => requireStepUp(caller))())
}

test('a passkey is a second factor: with it the password opens the account, and not without', async () => {
  const given = await givenPasskey()
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
  const given = await givenPasskey()
  const other = await logIn(given, { passkey: given.authenticator.sign(await askAtLogin(given)) })
  await age(given.id)
  const answer = given.authenticator.sign(await startStepUp(deps, given.caller))
  const elsewhere = await identifyStaff(deps, other.token)
  expect(await codeOf(stepUp(deps, elsewhere, { way: 'passkey', answer }))).toBe('INVALID_INPUT')
  // The challenge was used up by the attempt.
  expect(await codeOf(stepUp(deps, given.caller, { way: 'passkey', answer }))).toBe('INVALID_INPUT')
  expect(await isFresh(given.token)).toBe('STEP_UP_REQUIRED')
  const again = given.authenticator.sign(await startStepUp(deps, given.caller))
  await stepUp(deps, given.caller, { way: 'passkey', answer: again })
  expect(await isFresh(given.token)).toBe('passed')
  expect(await isFresh(other.token)).toBe('STEP_UP_REQUIRED')
  await age(given.id)
  expect(await codeOf(stepUp(deps, given.caller, { way: 'passkey', answer: again }))).toBe('INVALID_INPUT')
  expect(await isFresh(given.token)).toBe('STEP_UP_REQUIRED')
})

test('an answer counts once', async () => {
  const given = await givenPasskey()
  const passkey = given.authenticator.sign(await askAtLogin(given))
  await logIn(given, { passkey })
  expect(await codeOf(logIn(given, { passkey }))).toBe('SECOND_FACTOR_INVALID')
})

test.each([
  ['of another page', { origin: 'https://chuma-login.example' }],
  ['for another site', { rpId: 'chuma-login.example' }],
  ['of someone whom the authenticator did not recognise', { isVerified: false }],
])('an answer %s is refused, at log-in and at registration', async (_name, behaviour) => {
  const given = await givenPasskey()
  const passkey = given.authenticator.sign(await askAtLogin(given), behaviour)
  expect(await codeOf(logIn(given, { passkey }))).toBe('SECOND_FACTOR_INVALID')
  const offer = await startPasskey(deps, given.caller, { password: given.password })
  const made = { name: 'Another', ...createAuthenticator().create(offer, behaviour) }
  expect(await codeOf(confirmPasskey(deps, given.caller, made))).toBe('INVALID_INPUT')
})

test.each([6, 7])(
  'a counter at %i after 7 shows a copy of the authenticator, and is refused',
  async (counter) => {
    const given = await givenPasskey()
    await logIn(given, { passkey: given.authenticator.sign(await askAtLogin(given), { counter: 7 }) })
    const copy = given.authenticator.sign(await askAtLogin(given), { counter })
    expect(await codeOf(logIn(given, { passkey: copy }))).toBe('SECOND_FACTOR_INVALID')
    const passkey = given.authenticator.sign(await askAtLogin(given), { counter: 8 })
    expect(await codeOf(logIn(given, { passkey }))).toBe('passed')
  },
)

test('an authenticator without a counter works again and again', async () => {
  const given = await givenPasskey()
  for (let n = 0; n < 2; n++) {
    const passkey = given.authenticator.sign(await askAtLogin(given), { counter: 0 })
    expect(await codeOf(logIn(given, { passkey }))).toBe('passed')
  }
})

test('a challenge counts for five minutes, and for what it was issued for', async () => {
  const given = await givenPasskey()
  const late = await askAtLogin(given)
  await sql`update staff_passkey_challenge set expires_at = now() where staff_id = ${given.id}`.execute(db)
  expect(await codeOf(logIn(given, { passkey: given.authenticator.sign(late) }))).toBe(
    'SECOND_FACTOR_INVALID',
  )
  const forStepUp = given.authenticator.sign(await startStepUp(deps, given.caller))
  expect(await codeOf(logIn(given, { passkey: forStepUp }))).toBe('SECOND_FACTOR_INVALID')
  const forLogin = given.authenticator.sign(await askAtLogin(given))
  expect(await codeOf(stepUp(deps, given.caller, { way: 'passkey', answer: forLogin }))).toBe('INVALID_INPUT')
  const invented = given.authenticator.sign({ challenge: 'aW52ZW50ZWQ', rpId: 'localhost' })
  expect(await codeOf(logIn(given, { passkey: invented }))).toBe('SECOND_FACTOR_INVALID')
})

test('a passkey opens its own account alone', async () => {
  const [mine, theirs] = [await givenPasskey(), await givenPasskey()]
  const asked = await askAtLogin(theirs)
  expect(await codeOf(logIn(theirs, { passkey: mine.authenticator.sign(asked) }))).toBe(
    'SECOND_FACTOR_INVALID',
  )
  const forged = { ...mine.authenticator.sign(await askAtLogin(theirs)), id: theirs.authenticator.id }
  expect(await codeOf(logIn(theirs, { passkey: forged }))).toBe('SECOND_FACTOR_INVALID')
})

test('a stolen session adds no passkey to an account that has a factor', async () => {
  const given = await givenPasskey()
  expect(await codeOf(startPasskey(deps, given.caller, { password: 'guess' }))).toBe('WRONG_PASSWORD')
  await age(given.id)
  const stolen = await identifyStaff(deps, given.token)
  expect(await codeOf(startPasskey(deps, stolen, { password: given.password }))).toBe('STEP_UP_REQUIRED')
})

test('a recovery code replaces a lost passkey, and both go when the last passkey is removed', async () => {
  const given = await givenPasskey()
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
  const [boss, given] = [await givenStaff(deps), await givenPasskey()]
  await resetStaff(deps, boss.actor, { id: given.id })
  const { rows } = await sql`select from staff_passkey where staff_id = ${given.id}`.execute(db)
  expect(rows).toEqual([])
})

test('challenges are stored as hashes', async () => {
  const given = await givenPasskey()
  const { challenge } = await askAtLogin(given)
  const { rows } =
    await sql`select encode(challenge_hash, 'hex') as hash from staff_passkey_challenge`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'))
})
