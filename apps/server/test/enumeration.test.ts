import { randomUUID } from 'node:crypto'
import { cheapPasswords, givenMember } from '@chuma/core/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db } = testApp
afterAll(testApp.close)
const passwordHash = await cheapPasswords.hash('correct horse')

const standings = {
  verified: {},
  unverified: { emailVerifiedAt: null },
  suspended: { suspendedAt: sql<Date>`now()`, suspensionReason: 'A reason' },
  closing: { deletionDueAt: sql<Date>`now() + interval '7 days'` },
  'of the staff': { adminRole: 'owner' as const },
}

/** A new address that belongs to no one, and one of a member in each standing. */
async function givenAddresses(): Promise<string[]> {
  const addresses = [`${randomUUID()}@example.com`]
  for (const standing of Object.values(standings)) {
    const { memberId, email } = await givenMember(db)
    await db
      .updateTable('member')
      .set({ passwordHash, ...standing })
      .where('memberId', '=', memberId)
      .execute()
    addresses.push(email)
  }
  return addresses
}

async function send(url: string, body: object) {
  const payload = JSON.stringify(url.startsWith('/trpc/') ? { json: body } : body)
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload,
  })
  const { date: _, 'retry-after': wait, ...headers } = answer.headers
  return { status: answer.statusCode, body: answer.body, hasToWait: wait !== undefined, headers }
}

const guess = { password: 'a wrong guess' }
const person = {
  firstName: 'Ann',
  lastName: 'Bee',
  country: 'Kenya',
  password: 'secret-9',
  confirmPassword: 'secret-9',
}

const calls: [rest: string, procedure: string, body: object, status: number][] = [
  ['signup', 'signup', person, 200],
  ['login', 'login', guess, 401],
  ['restore', 'restoreAccount', guess, 401],
  ['resend-verification', 'resendVerification', {}, 200],
  ['forgot-password', 'forgotPassword', {}, 200],
  ['sign-in-link', 'requestSignInLink', {}, 200],
]

test.each(
  calls.flatMap(([rest, procedure, body, status]) => [
    [`/api/auth/${rest}`, body, status] as const,
    [`/trpc/auth.${procedure}`, body, status] as const,
  ]),
)('%s does not reveal whether an address has an account', async (url, body, status) => {
  const answers = []
  for (const email of await givenAddresses()) answers.push(await send(url, { ...body, email }))
  expect(answers[0]).toMatchObject({ status, hasToWait: false })
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test.each(['/api/auth/login', '/trpc/auth.login'])(
  '%s refuses too many guesses the same way for every address, without a countdown',
  async (url) => {
    const series = []
    for (const email of await givenAddresses()) {
      const answers = []
      for (let times = 0; times < 5; times++) answers.push(await send(url, { email, ...guess }))
      // By now the right password is refused like a wrong one.
      answers.push(await send(url, { email, password: 'correct horse' }))
      series.push(answers)
    }
    const [first = []] = series
    expect(first.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect(new Set(first.slice(0, 5).map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(first[5]).toMatchObject({ hasToWait: true })
    expect(first[5]?.body).toContain('Too many tries. Wait a few minutes, then try again.')
    for (const answers of series) expect(answers).toEqual(first)
  },
)

test.each(['/api/auth/resend-verification', '/trpc/auth.resendVerification'])(
  '%s is too early for every address alike, right after a request',
  async (url) => {
    const answers = []
    for (const email of await givenAddresses()) {
      expect((await send(url, { email })).status).toBe(200)
      answers.push(await send(url, { email }))
    }
    expect(answers[0]).toMatchObject({ status: 429, hasToWait: true })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  },
)

test('both doors and both ways to sign in share one limit', async () => {
  const email = `${randomUUID()}@example.com`
  const urls = ['/api/auth/login', '/trpc/auth.login', '/api/auth/restore', '/trpc/auth.restoreAccount']
  const statuses = []
  for (const url of [...urls, ...urls]) statuses.push((await send(url, { email, ...guess })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})
