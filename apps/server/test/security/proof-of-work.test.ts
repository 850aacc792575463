import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { createPasswords } from '@chuma/core/auth/passwords/passwords'
import { createAlarm, createProofOfWork } from '@chuma/core/auth/proof-of-work/create-proof-of-work'
import { givenMemberWithPassword } from '@chuma/core/auth/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'

const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const proofOfWork = createProofOfWork({ readSecret: async () => 'test', alarm: createAlarm() })
const passwords = createPasswords(cost, { onRefused: proofOfWork.count })
const { app, db, deps, close } = await createTestApp(
  { proofOfWork, passwords },
  { trustProxy: ['127.0.0.1'] },
)
afterAll(close)

/** A call of somebody in this network, through the proxy in front of the server. */
const post = (network: string, url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers: { 'x-forwarded-for': network, ...headers }, payload })
const guess = (network: string, email: string, headers?: Record<string, string>) =>
  post(network, '/api/auth/login', { email, password: 'guess' }, headers)

test('75 wrong passwords from one network ask it for work, and nobody else', async () => {
  const [attacker, district] = ['203.0.113.7', '198.51.100.20']
  const password = 'correct horse'
  const attacked = await givenMemberWithPassword(db, { password, isVerified: true })
  const member = await givenMemberWithPassword(db, { password, isVerified: true })
  await createStaff(deps, { username: 'njeri', password: 'a-long-staff-password', role: 'owner' })
  const burst = await Promise.all(Array.from({ length: 75 }, () => guess(attacker, attacked.email)))
  expect(new Set(burst.map(({ statusCode }) => statusCode))).toContain(429)

  const refused = await guess(attacker, 'nobody@example.com')
  expect(refused.statusCode).toBe(428)
  expect(refused.json()).toEqual({
    code: 'PROOF_OF_WORK_REQUIRED',
    message: 'We are checking that you are not a robot. Try again.',
    fieldErrors: null,
    challenge: { parameters: expect.objectContaining({ cost: 2000 }), signature: expect.any(String) },
  })
  expect((await guess(attacker, 'nobody@example.com', { 'proof-of-work': 'nonsense' })).statusCode).toBe(428)
  const typed = await post(attacker, '/trpc/auth.login', { json: { email: member.email, password } })
  expect([typed.statusCode, typed.json().error.json.data.appCode]).toEqual([428, 'PROOF_OF_WORK_REQUIRED'])
  expect((await guess(district, attacked.email)).statusCode).toBe(428)

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

test('a flood that only fills the queue asks its own network for work', async () => {
  const turn = { room: 'members', source: '203.0.113.99' } as const
  const flood = await Promise.all(
    Array.from({ length: 120 }, () => passwords.matches(undefined, 'x', turn).catch(() => 'busy')),
  )
  expect(flood.filter((answer) => answer === 'busy')).toHaveLength(66)
  expect((await guess('203.0.113.99', 'someone@example.com')).statusCode).toBe(428)
  expect((await guess('198.51.100.21', 'someone@example.com')).statusCode).toBe(401)
})
