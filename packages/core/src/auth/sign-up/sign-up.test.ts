import { signupInput } from '@chuma/contract/auth/auth'
import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { notice } from '../../notice.ts'
import { signUp } from '../sign-up.ts'
import { createMailingDeps, getMember, listJobs, listMembers, newSignup, visitor } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
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

test.each([
  ['Test', 'Test-4821!'],
  ['Jo', 'jo-8462917463'],
])('%s may take the password %s', async (firstName, password) => {
  const input = newSignup({ firstName, password, confirmPassword: password })
  await expect(signUp(deps, visitor, input)).resolves.toMatchObject({ requiresVerification: true })
})

test('a network that has used up its sign-ups has to wait, and nothing is created', async () => {
  const crowded = { ...visitor, address: '198.51.100.7' }
  await signUp(deps, crowded, newSignup())
  await sql`
    update throttle set hits = 600, blocked_until = expires_at where bucket like 'sign-up-address:%'
  `.execute(db)
  const input = newSignup()
  await expect(signUp(deps, crowded, input)).rejects.toMatchObject({ code: 'THROTTLED', status: 429 })
  expect(await listMembers(db, input.email)).toEqual([])
  await db.deleteFrom('throttle').execute()
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

test('marks that nobody sees are taken out of names and addresses', () => {
  const typed = { firstName: '\u200eAm\u202eina\u00a0', lastName: 'Otieno\u200f\nNjeri' }
  const email = '\u2068mailto:Amina@Example.com\u2069'
  expect(signupInput.parse({ ...newSignup(), ...typed, email })).toMatchObject({
    firstName: 'Amina',
    lastName: 'Otieno Njeri',
    email: 'amina@example.com',
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
