import { expect, test } from 'vitest'
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
  const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(6).fill('BUSY'))
  await expect(passwords.hash('secret')).resolves.toMatch(/^\$argon2id/)
})

test('while 120 guesses fill the places of members, a staff password is still checked', async () => {
  const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const passwordHash = await passwords.hash('secret')
  const flood = Promise.allSettled(Array.from({ length: 120 }, () => passwords.matches(undefined, 'guess')))
  const turn = { room: 'staff', source: '203.0.113.7' } as const
  await expect(passwords.matches(passwordHash, 'secret', turn)).resolves.toBe(true)
  const calls = await flood
  const refused = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))
  expect(refused).toEqual(Array(66).fill('BUSY'))
})
