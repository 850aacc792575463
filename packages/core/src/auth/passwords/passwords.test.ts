import { newPassword } from '@chuma/contract/fields'
import { problem } from '@chuma/contract/problems'
import { dictionary } from '@zxcvbn-ts/language-common'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changePassword } from '../../account/own-account.ts'
import { codeOf, openTestDb, refusals, setRows } from '../../testing.ts'
import { redeemLink, sendLink } from '../links.ts'
import { logIn } from '../log-in.ts'
import {
  callAs,
  createMailingDeps,
  givenMemberWithPassword,
  givenSession,
  listJobs,
  queueOnMember,
  visitor,
} from '../testing.ts'
import { checkNewPassword, resetPassword } from './new-password.ts'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test('a password is stored as argon2id with the current costs and its own salt', async () => {
  const [one, other] = [await passwords.hash('secret'), await passwords.hash('secret')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(passwords.isWeak(one)).toBe(false)
})

test.each([
  ['exactly', 'pässwörd ☀', 'pässwörd ☀', true],
  ['not with a space around it', 'secret', ' secret', false],
  ['not in another case', 'secret', 'Secret', false],
  ['to the last of 128 characters', `${'x'.repeat(127)}a`, `${'x'.repeat(127)}b`, false],
])('a password matches %s', async (_, password, entered, expected) => {
  expect(await passwords.matches(await passwords.hash(password), entered)).toBe(expected)
})

test('without an account or a usable hash no password matches, not even an empty one', async () => {
  for (const passwordHash of [undefined, '', '-', '$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA']) {
    expect(await passwords.matches(passwordHash, '')).toBe(false)
  }
})

test('a hash with lower costs is weak, one with higher costs is not', async () => {
  const hash = (costs: string) => `$argon2id$v=19$${costs},p=1$c2FsdHNhbHRzYWx0$aGFzaA`
  expect(passwords.isWeak(hash('m=8192,t=2'))).toBe(true)
  expect(passwords.isWeak(hash('m=19456,t=1'))).toBe(true)
  expect(passwords.isWeak(hash('m=19456,t=3'))).toBe(false)
})

// If checks without an account took no place, they would be answered while others wait, and reveal missing accounts.
test('fifty-four hashes run or wait, including checks without an account; any more are refused', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const flood = Array.from({ length: 60 }, () => passwords.matches(undefined, 'guess'))
  const calls = await Promise.allSettled(flood)
  expect(refusals(calls)).toEqual(Array(6).fill('BUSY'))
  await expect(passwords.hash('secret')).resolves.toMatch(/^\$argon2id/)
})

test('while 120 guesses fill the places of members, a staff password is still checked', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const passwordHash = await passwords.hash('secret')
  const flood = Promise.allSettled(Array.from({ length: 120 }, () => passwords.matches(undefined, 'guess')))
  const turn = { room: 'staff', source: '203.0.113.7' } as const
  await expect(passwords.matches(passwordHash, 'secret', turn)).resolves.toBe(true)
  const calls = await flood
  expect(refusals(calls)).toEqual(Array(66).fill('BUSY'))
})

function isAccepted(password: string): boolean {
  if (!newPassword.safeParse(password).success) return false
  try {
    checkNewPassword(password)
    return true
  } catch (error) {
    expect(error).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { password: [problem('PASSWORD_COMMON')] },
    })
    return false
  }
}

const inList = dictionary['passwords-common'].filter((password) => password.length >= 6)

/** The list has no runs and repetitions, which come first. */
const refused = inList.slice(0, 9800)

test('the ten thousand most used passwords are refused in any case, and others are not', () => {
  expect(refused.filter((password) => isAccepted(password))).toEqual([])
  expect(refused.filter((password) => isAccepted(password.toUpperCase()))).toEqual([])
  const runs = [
    '123456',
    '1234567890',
    '987654321',
    'qwerty',
    'ASDFGH',
    'abcdef',
    'fedcba',
    'aaaaaa',
    '00000000',
  ]
  expect(runs.filter((password) => isAccepted(password))).toEqual([])
  const accepted = inList.slice(10_000).filter((password) => isAccepted(password))
  expect(accepted).toHaveLength(inList.length - 10_000)
})

test.each([
  'Test-4821!',
  'jo-8462917463',
  'Amina2026!',
  'a.wanjiru254',
  'M-Pesa',
  'nairobi1',
  '7890123',
  'xyzxyzxyz',
  '🦒🌍🌻🦒🌍🦒',
  'secret-9',
  'correct horse',
  ' 1a2b3 ',
  'kahawa',
  'pässwörd',
  'жираф7',
  `${'é'.normalize('NFD').repeat(2)}xyz`,
])('%j is accepted of everyone, whatever their name', (password) => {
  expect(isAccepted(password)).toBe(true)
})

test('six to 128 characters of any kind are accepted', () => {
  const long = `${'maji safi '.repeat(12)}12345678`
  expect(long).toHaveLength(128)
  expect(['k9-Zu', 'k9-Zu7', long, `${long}9`].map((password) => isAccepted(password))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

const { db } = await openTestDb()
const password = 'battery staple'

/** A member who forgot their password and has just opened the mailed link. */
async function givenResetting(purpose: 'reset-password' | 'sign-in' = 'reset-password') {
  const { deps, newestToken } = createMailingDeps(db)
  const member = await givenMemberWithPassword(db, { password: 'correct horse' })
  await sendLink(deps, { email: member.email, purpose })
  const { token } = await redeemLink(deps, visitor, { token: newestToken() })
  const reset = async (session: string, chosen = password) =>
    resetPassword(deps, await callAs(deps, session), { password: chosen, confirmPassword: chosen })
  return { ...member, deps, token, reset }
}

test('a reset link allows setting a password without the old one, and ends every session', async () => {
  const { deps, token, memberId, email, reset } = await givenResetting()
  const thief = await givenSession(db, memberId)
  const session = await reset(token)
  expect(session.user.id).toBe(memberId)
  const members = await Promise.all(
    [session.token, token, thief.token].map(async (each) => (await callAs(deps, each)).member?.memberId),
  )
  expect(members).toEqual([memberId, undefined, undefined])
  expect(await listJobs(db, email)).toEqual(['send-password-changed'])
  await expect(logIn(deps, visitor, { email, password })).resolves.toBeDefined()
  await expect(logIn(deps, visitor, { email, password: 'correct horse' })).rejects.toThrow()
})

test('one link sets one password', async () => {
  const { token, reset } = await givenResetting()
  const session = await reset(token)
  await expect(reset(session.token, 'another staple')).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await expect(reset(token, 'another staple')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('after ten minutes the session stays, and the old password is needed again', async () => {
  const { deps, token, memberId, reset } = await givenResetting()
  const setUntil = (interval: string) =>
    setRows(
      db,
      'session',
      { memberId },
      { passwordResetUntil: sql<Date>`password_reset_until - ${interval}::interval` },
    )
  await setUntil('10 minutes 1 second')
  await expect(reset(token)).rejects.toMatchObject({ code: 'LINK_INVALID', status: 400 })
  expect((await callAs(deps, token)).member).toMatchObject({ memberId })
  await setUntil('-1 minute')
  await expect(reset(token)).resolves.toBeDefined()
})

test('no other session can set a password this way, nor can a visitor', async () => {
  const { memberId, token, reset } = await givenResetting('sign-in')
  await expect(reset(token)).rejects.toMatchObject({ code: 'LINK_INVALID' })
  expect(await codeOf(reset((await givenSession(db, memberId)).token))).toBe('LINK_INVALID')
  await expect(reset('garbage')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('a common password is refused, and the link can still set one with the member’s name', async () => {
  const { token, reset } = await givenResetting()
  await expect(reset(token, 'Password1')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { password: [problem('PASSWORD_COMMON')] },
  })
  await expect(reset(token, 'Otieno2026')).resolves.toBeDefined()
})

const old = 'correct horse'
type Call = () => Promise<{ token: string }>

/** A member who is signed in and has also opened a reset link. */
async function givenRace() {
  const { deps, newestToken } = createMailingDeps(db)
  const { memberId, email } = await givenMemberWithPassword(db, { password: old })
  await sendLink(deps, { email, purpose: 'reset-password' })
  const resetter = await callAs(deps, (await redeemLink(deps, visitor, { token: newestToken() })).token)
  const member = await callAs(deps, (await givenSession(db, memberId)).token)

  const change = (password: string) => () =>
    changePassword(deps, member, { currentPassword: old, newPassword: password, confirmPassword: password })
  const reset = (password: string) => () =>
    resetPassword(deps, resetter, { password, confirmPassword: password })
  const signIn = (password: string) => logIn(deps, visitor, { email, password })

  return {
    deps,
    change,
    reset,
    signIn,
    mailLink: async () => {
      await sendLink(deps, { email, purpose: 'sign-in' })
      return newestToken()
    },
    /** The result of each call: its error, or whether its session is open after all calls. */
    queue: async (...calls: Call[]) => {
      const results = await queueOnMember(db, memberId, { calls })
      return Promise.all(
        results.map(async (result) =>
          result.status === 'rejected'
            ? result.reason.code
            : (await callAs(deps, result.value.token)).member
              ? 'open'
              : 'ended',
        ),
      )
    },
  }
}

type Race = Awaited<ReturnType<typeof givenRace>>
const wishes = ['one battery', 'two staples', 'three horses']

test.each<[string, (race: Race) => Call[], string[], string]>([
  [
    'a log-in with the old password does not outlive a change',
    ({ change, signIn }) => [change('battery staple'), () => signIn(old)],
    ['open', 'INVALID_CREDENTIALS'],
    'battery staple',
  ],
  [
    'a log-in with the old password ends with a change that is second',
    ({ change, signIn }) => [() => signIn(old), change('battery staple')],
    ['ended', 'open'],
    'battery staple',
  ],
  [
    'a log-in with the old password does not outlive a reset',
    ({ reset, signIn }) => [reset('battery staple'), () => signIn(old)],
    ['open', 'INVALID_CREDENTIALS'],
    'battery staple',
  ],
  [
    'a log-in with the old password ends with a reset that is second',
    ({ reset, signIn }) => [() => signIn(old), reset('battery staple')],
    ['ended', 'open'],
    'battery staple',
  ],
  [
    'a change that is first beats a reset',
    ({ change, reset }) => [change('one battery'), reset('two staples')],
    ['open', 'LINK_INVALID'],
    'one battery',
  ],
  [
    'a reset that is first beats a change',
    ({ change, reset }) => [reset('two staples'), change('one battery')],
    ['open', 'NOT_SIGNED_IN'],
    'two staples',
  ],
  [
    'of several changes one counts',
    ({ change }) => wishes.map(change),
    ['open', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN'],
    'one battery',
  ],
  [
    'of several resets one counts',
    ({ reset }) => wishes.map(reset),
    ['open', 'LINK_INVALID', 'LINK_INVALID'],
    'one battery',
  ],
])('at the same time %s', async (_, callsOf, outcomes, password) => {
  const race = await givenRace()
  expect(await race.queue(...callsOf(race))).toEqual(outcomes)
  await expect(race.signIn(password)).resolves.toBeDefined()
})

test('a session of a link opened while the password changes does not stay open', async () => {
  const first = await givenRace()
  const token = await first.mailLink()
  const open = () => redeemLink(first.deps, visitor, { token })
  expect(await first.queue(first.change('battery staple'), open)).toEqual(['open', 'LINK_INVALID'])
  const second = await givenRace()
  const other = await second.mailLink()
  const openOther = () => redeemLink(second.deps, visitor, { token: other })
  expect(await second.queue(openOther, second.change('battery staple'))).toEqual(['ended', 'open'])
})
