import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const passwords = createPasswords(cost)
const { app, db, deps, close } = await createTestApp({ passwords }, { trustProxy: ['127.0.0.1'] })
afterAll(close)

/** A call of somebody in this network, through the proxy in front of the server. */
const post = (network: string, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers: { 'x-forwarded-for': network, ...headers }, payload })
const guess = (network: string, email: string, headers?: Record<string, string>) =>
  post(network, '/api/auth/login', { email, password: 'guess' }, headers)

test('75 wrong passwords from one network keep nobody else out', async () => {
  const [attacker, district] = ['203.0.113.7', '198.51.100.20']
  const password = 'correct horse'
  const attacked = await givenMemberWithPassword(db, { password, isVerified: true })
  const member = await givenMemberWithPassword(db, { password, isVerified: true })
  await createStaff(deps, { username: 'njeri', password: 'a-long-staff-password', role: 'owner' })
  const burst = await Promise.all(Array.from({ length: 75 }, () => guess(attacker, attacked.email)))
  expect(new Set(burst.map(({ statusCode }) => statusCode))).toContain(429)

  const email = 'newcomer@example.com'
  const signup = { firstName: 'Amina', lastName: 'Otieno', email, password, confirmPassword: password }
  const message = { name: 'Amina', email, subject: 'A question', message: 'When is my withdrawal paid?' }
  const calls: [path: string, procedure: string, body: object][] = [
    ['/api/auth/login', 'auth.login', { email: member.email, password }],
    ['/api/auth/signup', 'auth.signup', { ...signup, country: 'Kenya' }],
    ['/api/admin/login', 'admin.login', { username: 'njeri', password: 'a-long-staff-password' }],
    ['/api/auth/resend-verification', 'auth.resendVerification', { email }],
    ['/api/auth/forgot-password', 'auth.forgotPassword', { email: attacked.email }],
    ['/api/contact', 'inbox.sendMessage', message],
  ]
  const asked = async (door: (call: (typeof calls)[number]) => ReturnType<typeof post>) => {
    const answers = []
    for (const call of calls) answers.push(await door(call))
    return answers.map(({ statusCode }, index) => `${calls[index]?.[1]} ${statusCode}`)
  }
  const works = calls.map(([, procedure]) => expect.stringMatching(`${procedure} 20[01]`))
  expect(await asked(([path, , body]) => post(district, path, body))).toEqual(works)
  // A second verification mail to one address waits a minute from any network.
  const typedWorks = works.map((each, index) => (index === 3 ? 'auth.resendVerification 429' : each))
  expect(await asked(([, procedure, body]) => post(district, `/trpc/${procedure}`, { json: body }))).toEqual(
    typedWorks,
  )
})

test('a flood that only fills the queue of passwords leaves places for other networks', async () => {
  const turn = { room: 'members', source: '203.0.113.99' } as const
  const flood = Array.from({ length: 120 }, () => passwords.matches(undefined, 'x', turn).catch(() => 'busy'))
  expect((await guess('198.51.100.21', 'someone@example.com')).statusCode).toBe(401)
  expect((await Promise.all(flood)).filter((answer) => answer === 'busy')).toHaveLength(66)
})
