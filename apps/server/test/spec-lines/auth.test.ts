import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { send, as, db, member, close } = await givenSite()
afterAll(close)

const person = { firstName: 'Ann', lastName: 'Wanjiru', country: 'Kenya' }
const password = { password: 'mango-9-rain', confirmPassword: 'mango-9-rain' }
const signup = { ...person, ...password, email: 'ann@example.com' }

/** SPEC §3, in its order. */
const USER =
  'id firstName lastName email country isEmailVerified isAdmin isPremium createdAt points totalEarnings surveysCompleted ' +
  'thisMonthEarnings rating'

test('POST /api/auth/signup with the sign-up payload returns requiresVerification, token and message', async () => {
  const { status, body } = await send('POST', '/api/auth/signup', { body: signup })
  expect([status, body]).toEqual([200, { requiresVerification: true, message: expect.any(String) }])
})

test('POST /api/auth/login with email and password returns token and user', async () => {
  // Verified, as the mailed link does.
  await db
    .updateTable('member')
    .set({ emailVerifiedAt: new Date() })
    .where('email', '=', signup.email)
    .execute()
  const { body } = await send('POST', '/api/auth/login', {
    body: { email: signup.email, password: password.password },
  })
  expect(Object.keys(body).sort()).toEqual(['token', 'user'])
  expect(Object.keys(body.user)).toEqual(expect.arrayContaining(USER.split(' ')))
  expect(await as(body.token).get('/api/auth/user')).toMatchObject(person)
})

test('POST /api/auth/resend-verification with email mails a link, and says in message what is wrong', async () => {
  const email = 'again@example.com'
  await send('POST', '/api/auth/signup', { body: { ...signup, email } })
  const answer = await send('POST', '/api/auth/resend-verification', { body: { email } })
  expect([answer.status, answer.body]).toEqual([200, { message: expect.any(String), retryAfterSeconds: 60 }])
  const refused = await send('POST', '/api/auth/resend-verification', { body: { email: '' } })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Please enter your email address to resend verification.',
  ])
})

test('POST /api/auth/resend-verification sends the mail that it says, or says that it is too early', async () => {
  const email = 'soon@example.com'
  await send('POST', '/api/auth/signup', { body: { ...signup, email } })
  const ask = () => send('POST', '/api/auth/resend-verification', { body: { email } })
  expect((await ask()).status).toBe(200)
  const early = await ask()
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60'])
})

test('GET /api/auth/user with a bearer header returns firstName, email and isAdmin', async () => {
  const { token, email } = await member()
  const user = await as(token).get('/api/auth/user')
  expect(user).toMatchObject({ firstName: expect.any(String), email, isAdmin: false })
  expect(Object.keys(user)).toEqual(expect.arrayContaining(USER.split(' ')))
})

test('PUT /api/profile with firstName, lastName, email and country changes them', async () => {
  const { token, email } = await member()
  const changed = { firstName: 'Achieng', lastName: 'Otieno', email, country: 'Uganda' }
  expect(await as(token).put('/api/profile', changed)).toMatchObject(changed)
  expect(await as(token).get('/api/auth/user')).toMatchObject(changed)
})

test('GET /api/login redirects a refused caller to the sign-in page', async () => {
  const { status, headers } = await send('GET', '/api/login')
  expect([status, headers.get('location')]).toEqual([302, '/login'])
})

test('an error has its reason in the body, so that a caller can show "status: text"', async () => {
  for (const path of ['/api/nothing', '/api/surveys/00000000-0000-4000-8000-000000000000']) {
    const { token } = await member()
    const { status, text } = await send('GET', path, { token })
    expect([status, text]).toEqual([404, expect.stringMatching(/"message":".*ot found"/)])
  }
})
