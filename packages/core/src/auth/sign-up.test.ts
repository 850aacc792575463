import { signupInput } from '@chuma/contract/auth/auth'
import { problem } from '@chuma/contract/problems'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { notice } from '../notice.ts'
import { createTestDeps, givenPoints, openTestDb, readRows } from '../testing.ts'
import { identifyCaller } from './identify-caller.ts'
import { redeemLink, sendVerification } from './links.ts'
import { logIn } from './log-in.ts'
import { resetPassword } from './passwords/new-password.ts'
import { sendAddressTaken, signUp } from './sign-up.ts'
import {
  callAs,
  createMailingDeps,
  getMember,
  givenMemberWithPassword,
  givenSession,
  letMinutesPass,
  listJobs,
  listMembers,
  newSignup,
  startWhileClaimed,
  throttle,
  visitor,
} from './testing.ts'

const { db } = await openTestDb()
const { deps } = createMailingDeps(db)

test('a sign-up creates an unverified member with an empty wallet, and a job that mails them', async () => {
  const input = newSignup()
  const answer = await signUp(deps, visitor, input)
  expect(answer).toEqual({ requiresVerification: true, message: notice('SIGN_UP_MAILED') })
  const member = await getMember(db, input.email)
  expect(member).toMatchObject({
    firstName: 'Amina',
    lastName: 'Otieno',
    country: 'Kenya',
    emailVerifiedAt: null,
    adminRole: null,
    available: 0,
  })
  expect(await deps.passwords.matches(member.passwordHash, input.password)).toBe(true)
  expect(await listJobs(db, input.email)).toEqual(['send-verification'])
})

test('one of the most used passwords is refused, and nothing is created', async () => {
  const input = newSignup({ password: 'Password1', confirmPassword: 'Password1' })
  await expect(signUp(deps, visitor, input)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { password: [problem('PASSWORD_COMMON')] },
  })
  expect(await listMembers(db, input.email)).toEqual([])
})

test('a network that has used up its sign-ups has to wait, and nothing is created', async () => {
  const crowded = { ...visitor, address: '198.51.100.7' }
  await throttle(db, 'sign-up-address', crowded.address)
  const input = newSignup()
  await expect(signUp(deps, crowded, input)).rejects.toMatchObject({ code: 'THROTTLED', status: 429 })
  expect(await listMembers(db, input.email)).toEqual([])
})

test('names are stored as typed, and addresses in their normal form', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  const typed = { ...newSignup(), firstName: ' <b>Wanjikũ</b> 🦒 ', lastName: "O'Mwangi‑Ńgũgĩ" }
  const input = signupInput.parse({ ...typed, email: `  ${email.toUpperCase()} ` })
  await signUp(deps, visitor, input)
  expect(await getMember(db, email)).toMatchObject({
    firstName: '<b>Wanjikũ</b> 🦒',
    lastName: "O'Mwangi‑Ńgũgĩ",
  })
})

test.each([
  ['a name with a control character', { firstName: 'Am\u001bina' }],
  ['a name of marks that nobody sees', { lastName: '\u200f\u3164' }],
  ['an address with letters of another alphabet', { email: 'аmina@example.com' }],
  ['an address of three hundred characters', { email: `${'a'.repeat(288)}@example.com` }],
])('%s is refused', (_name, change) => {
  const result = signupInput.safeParse({ ...newSignup(), ...change })
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(change))
})

const atOnce = createTestDeps(db, {
  accounts: { isVerificationRequired: false, isSecondFactorRequired: false },
})

test('without required verification a new member is signed in immediately, and still gets the mail', async () => {
  const input = newSignup()
  const { token = '', ...answer } = await signUp(atOnce, visitor, input)
  expect(answer).toEqual({ requiresVerification: false, message: notice('SIGN_UP_READY') })
  const { member } = await identifyCaller(atOnce, { token, address: null, userAgent: null })
  expect(member).toMatchObject({ email: input.email, isEmailVerified: false })
  expect(await listJobs(db, input.email)).toEqual(['send-verification'])
  await expect(logIn(atOnce, visitor, input)).resolves.toBeDefined()
})

test.each([true, false])(
  'without required verification a taken address gets no session, verified or not (%j)',
  async (isVerified) => {
    const { email } = await givenMemberWithPassword(db, { password: 'correct horse', isVerified })
    const before = await getMember(db, email)
    const answer = await signUp(atOnce, visitor, newSignup({ email, password: 'another secret' }))
    expect(answer).toEqual({ requiresVerification: false, message: notice('SIGN_UP_TAKEN') })
    expect(await getMember(db, email)).toEqual(before)
    expect(await listJobs(db, email)).toEqual(['send-address-taken'])
  },
)

test('without required verification one of twenty concurrent sign-ups gets the session', async () => {
  const input = newSignup()
  const answers = await startWhileClaimed(db, input.email, () =>
    Array.from({ length: 20 }, () => signUp(atOnce, visitor, input)),
  )
  expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1)
  expect(new Set(answers.map(({ requiresVerification }) => requiresVerification))).toEqual(new Set([false]))
  await getMember(db, input.email)
})

test('a taken address gets the same answer; only its owner is told, and the account does not change', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const before = await getMember(db, email)
  const stranger = newSignup({ email, firstName: 'Mallory', password: 'another secret' })
  const answer = await signUp(deps, visitor, stranger)
  expect(answer).toEqual(await signUp(deps, visitor, newSignup()))
  expect(await getMember(db, email)).toEqual(before)
  expect(await listJobs(db, email)).toEqual(['send-address-taken'])

  for (let times = 0; times < 3; times++) await sendAddressTaken(deps, { email })
  expect(sent).toEqual([{ kind: 'sendAddressTaken', mail: { to: email, firstName: 'Amina' } }])
})

test('a failed mail to the owner does not count as sent', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email } = await givenMemberWithPassword(db, { password: 'correct horse' })
  const broken = async () => Promise.reject(new Error('no mail server'))
  const brokenDeps = { ...deps, mail: broken }
  await expect(sendAddressTaken(brokenDeps, { email })).rejects.toThrow('no mail server')
  await sendAddressTaken(deps, { email })
  expect(sent).toHaveLength(1)
})

test('an address without an owner gets no mail', async () => {
  const { deps, sent } = createMailingDeps(db)
  await sendAddressTaken(deps, { email: 'nobody@example.com' })
  expect(sent).toEqual([])
})

/** What the browser does after a link that requires a new password. */
async function choosePassword(deps: Deps, { token }: { token: string }, password: string) {
  const caller = await callAs(deps, token)
  await resetPassword(deps, caller, { password, confirmPassword: password })
}

test('a stranger who signs up with an address first cannot keep it from its owner', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const squatter = newSignup({
    firstName: 'Mallory',
    lastName: 'M',
    country: 'Nowhere',
    password: 'mine now 1',
  })
  const { email } = squatter
  await signUp(deps, visitor, squatter)
  await sendVerification(deps, { email })
  const oldLink = newestToken()
  const { memberId } = await getMember(db, email)
  const oldSession = await givenSession(db, memberId)
  await letMinutesPass(db, memberId, 1)

  const owner = newSignup({ email, password: 'really mine 2' })
  expect(await signUp(deps, visitor, owner)).toEqual(await signUp(deps, visitor, newSignup()))
  expect(await getMember(db, email)).toMatchObject({
    memberId,
    firstName: 'Amina',
    lastName: 'Otieno',
    country: 'Kenya',
  })
  expect(await listJobs(db, email)).toEqual(['send-verification', 'send-verification'])
  await sendVerification(deps, { email })
  await expect(redeemLink(deps, visitor, { token: oldLink })).rejects.toMatchObject({ code: 'LINK_INVALID' })
  const opened = await redeemLink(deps, visitor, { token: newestToken() })
  await choosePassword(deps, opened, 'really mine 2')

  await expect(logIn(deps, visitor, squatter)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await expect(logIn(deps, visitor, owner)).resolves.toMatchObject({ user: { id: memberId } })
  const { member } = await identifyCaller(deps, { token: oldSession.token, address: null, userAgent: null })
  expect(member).toBeNull()
})

test('a stranger who signs up with an address last cannot get into its owner’s account', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const owner = newSignup({ password: 'really mine 2' })
  await signUp(deps, visitor, owner)
  const stranger = newSignup({ email: owner.email, password: 'mine now 1' })
  await signUp(deps, visitor, stranger)
  await sendVerification(deps, owner)

  const opened = await redeemLink(deps, visitor, { token: newestToken() })
  expect(opened.purpose).toBe('reset-password')
  for (const login of [stranger, owner]) {
    await expect(logIn(deps, visitor, login)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  }
  await choosePassword(deps, opened, 'chosen by the owner')
  await expect(
    logIn(deps, visitor, { email: owner.email, password: 'chosen by the owner' }),
  ).resolves.toMatchObject({ user: { email: owner.email } })
})

test('the only sign-up with an address keeps its password', async () => {
  const { deps, newestToken } = createMailingDeps(db)
  const alone = newSignup()
  await signUp(deps, visitor, alone)
  await sendVerification(deps, alone)
  expect(await redeemLink(deps, visitor, { token: newestToken() })).toMatchObject({ purpose: 'verify-email' })
  await expect(logIn(deps, visitor, alone)).resolves.toMatchObject({ user: { email: alone.email } })
})

const change = (values: object) => (memberId: string) =>
  db.updateTable('member').set(values).where('memberId', '=', memberId).execute()

test.each<[string, (memberId: string) => Promise<unknown>]>([
  ['verified', change({ emailVerifiedAt: sql`now()` })],
  ['suspended', change({ suspendedAt: sql`now()`, suspensionReason: 'A reason' })],
  ['on its way out', change({ deletionDueAt: sql`now() + interval '1 day'` })],
  ['of the staff', change({ adminRole: 'owner' })],
  ['premium', change({ premiumUntil: sql`now()` })],
  ['not verified and has points', (memberId) => givenPoints(db, memberId, 5)],
])('an account that is %s cannot be taken over by a sign-up', async (_name, become) => {
  const first = newSignup()
  await signUp(deps, visitor, first)
  const { email } = first
  const { memberId, passwordHash } = await getMember(db, email)
  await become(memberId)
  await signUp(deps, visitor, newSignup({ email, password: 'another secret' }))
  expect(await getMember(db, email)).toMatchObject({ passwordHash })
  expect(await listJobs(db, email)).toEqual(['send-verification', 'send-address-taken'])
})

test('twenty concurrent sign-ups with one address create one member and get the same answer', async () => {
  const inputs = Array.from({ length: 20 }, (_, number) =>
    newSignup({ email: 'race@example.com', lastName: `${number}` }),
  )
  const answers = await startWhileClaimed(db, 'race@example.com', () =>
    inputs.map((input) => signUp(deps, visitor, input)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await getMember(db, 'race@example.com')
  const everyone = await readRows(db, 'member', ['memberId'], { email: 'race@example.com' })
  expect(everyone).toHaveLength(1)
  expect(await listJobs(db, 'race@example.com')).toEqual(Array(20).fill('send-verification'))
})
