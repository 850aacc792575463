import { givenQuestions } from '@chuma/core/tasks/testing'
import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const site = await givenSite()
const { db, send, as, member } = site
afterAll(site.close)
const owner = await site.owner('keeper')
const admin = as(owner.token)
await givenQuestions(db, 1)

const offer = {
  ...{ title: 'Tea at home', description: 'Which tea, how often, with what.', reward: 2.5, duration: 5 },
  ...{
    category: 'lifestyle',
    country: 'Global',
    externalUrl: 'https://partner.example/tea',
    adminNotes: 'Until May',
    isActive: true,
  },
}
let numbers = 0
const mpesa = (pointsToWithdraw: number) => ({
  pointsToWithdraw,
  amountKes: pointsToWithdraw * 1000,
  withdrawalMethod: 'mpesa',
  mpesaNumber: `07002003${String(numbers++).padStart(2, '0')}`,
})

/** Another member requests a withdrawal. */
async function givenWithdrawal() {
  const person = await member({ points: 10 })
  const { id } = await as(person.token).post('/api/withdrawals', mpesa(2))
  return { id, ...person, path: `/api/admin/withdrawals/${id}` }
}

test('POST /api/admin/login with username and password returns token and admin', async () => {
  const body = { username: 'keeper', password: 'a-long-staff-password' }
  const answer = await send('POST', '/api/admin/login', { body })
  expect(answer.body).toEqual({
    token: expect.any(String),
    admin: expect.objectContaining({ username: 'keeper' }),
  })
  const wrong = await send('POST', '/api/admin/login', { body: { ...body, password: 'x' } })
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid username or password'])
})

test('GET /api/admin/stats returns totalUsers, totalSurveys, totalEarnings, activeUsers, surveysCompleted and totalClicks', async () => {
  const stats = await admin.get('/api/admin/stats')
  for (const name of [
    'totalUsers',
    'totalSurveys',
    'totalEarnings',
    'activeUsers',
    'surveysCompleted',
    'totalClicks',
  ]) {
    expect(stats).toHaveProperty(name, expect.any(Number))
  }
})

test('GET /api/admin/users returns users', async () => {
  const { email } = await member({ points: 3 })
  const users: { email: string }[] = await admin.get('/api/admin/users')
  const some = {
    points: 3,
    totalEarnings: 0,
    isPremium: false,
    isAdmin: false,
    isEmailVerified: true,
    rating: 5,
  }
  expect(users.find((user) => user.email === email)).toMatchObject(some)
})

test('GET /api/admin/withdrawals returns the requests of all members', async () => {
  const { id } = await givenWithdrawal()
  expect(await admin.get('/api/admin/withdrawals')).toEqual(
    expect.arrayContaining([expect.objectContaining({ id })]),
  )
})

test('GET /api/admin/games returns the games', async () => {
  expect(await admin.get('/api/admin/games')).toMatchObject({
    wheel: { isOpen: true },
    quiz: { maxPoints: 75 },
  })
})

test('GET /api/admin/quizzes returns questions with their right answers', async () => {
  const [question] = await admin.get('/api/admin/quizzes')
  expect(question).toMatchObject({ optionA: expect.any(String), correctAnswer: 'B', points: 15 })
})

test('PUT /api/admin/users/{id}/earnings with totalEarnings, points and reason sets them', async () => {
  const { memberId } = await member({ points: 3 })
  const body = { totalEarnings: 12.5, points: 8, reason: 'A survey that was lost' }
  const changed = { id: memberId, totalEarnings: 12.5, points: 8 }
  expect(await admin.put(`/api/admin/users/${memberId}/earnings`, body)).toMatchObject(changed)
})

test('PUT /api/admin/withdrawals/{id} with status and adminNotes approves, then marks as paid', async () => {
  const { path } = await givenWithdrawal()
  expect(await admin.put(path, { status: 'approved', adminNotes: '' })).toMatchObject({ status: 'approved' })
  const paid = { status: 'paid', adminNotes: 'Payment processed' }
  expect(await admin.put(path, paid)).toMatchObject({ status: 'paid', adminComment: 'Payment processed' })
})

test('PUT /api/admin/withdrawals/{id} rejects with a reason, and gives the points back', async () => {
  const { path, token } = await givenWithdrawal()
  const without = await send('PUT', path, {
    token: owner.token,
    body: { status: 'rejected', adminNotes: '' },
  })
  expect(without.status).toBe(400)
  await admin.put(path, { status: 'rejected', adminNotes: 'Not your number' })
  expect(await as(token).get('/api/withdrawals')).toMatchObject([
    { status: 'rejected', adminComment: 'Not your number' },
  ])
  expect(await as(token).get('/api/auth/user')).toMatchObject({ points: 10 })
})

test('everything pending, whose call SPEC does not show, is approved by POST /api/admin/withdrawals/bulk-approve', async () => {
  const { token } = await givenWithdrawal()
  expect(await admin.post('/api/admin/withdrawals/bulk-approve', {})).toMatchObject({ left: [] })
  expect(await as(token).get('/api/withdrawals')).toMatchObject([{ status: 'approved' }])
})

test('POST /api/admin/surveys with the fields of the form adds an offer', async () => {
  expect(await admin.post('/api/admin/surveys', offer)).toMatchObject({
    ...offer,
    clickCount: 0,
    completionRate: 0,
  })
})

test('PATCH /api/admin/surveys/{id} with the same fields and the id changes it', async () => {
  const { id } = await admin.post('/api/admin/surveys', offer)
  const changed = { ...offer, id, title: 'Coffee at home', isActive: false }
  expect(await admin.patch(`/api/admin/surveys/${id}`, changed)).toMatchObject(changed)
})

test('DELETE /api/admin/surveys/{id} without a body removes it from GET /api/admin/surveys', async () => {
  const { id } = await admin.post('/api/admin/surveys', offer)
  const ids = async () => (await admin.get('/api/admin/surveys')).map((one: { id: string }) => one.id)
  expect(await ids()).toContain(id)
  await admin.delete(`/api/admin/surveys/${id}`)
  expect(await ids()).not.toContain(id)
})

test('GET /api/admin/survey-clicks returns all clicks, and those of one offer by its path or by its query', async () => {
  const { token } = await member()
  const [one, other] = [
    await admin.post('/api/admin/surveys', offer),
    await admin.post('/api/admin/surveys', offer),
  ]
  for (const { id } of [one, other]) await as(token).post('/api/user-surveys', { surveyId: id })
  const user = { firstName: expect.any(String), lastName: expect.any(String), email: expect.any(String) }
  const click = { id: expect.any(String), cpaLinkId: null, clickedAt: expect.any(String), user }
  const clicks = [other, one].map(({ id }) => ({ ...click, surveyId: id }))
  expect(await admin.get('/api/admin/survey-clicks')).toEqual(clicks)
  expect(await admin.get(`/api/admin/survey-clicks/${one.id}`)).toEqual(clicks.slice(1))
  expect(await admin.get(`/api/admin/survey-clicks?surveyId=${one.id}`)).toEqual(clicks.slice(1))
})
