import { type APIRequestContext, expect } from '@playwright/test'
import { newPerson, test } from '../../support/fixtures.ts'
import { linkIn, newestMail } from '../../support/mailbox.ts'
import { answer, COMMUTING, type Question } from '../surveys/surveys.ts'

test('from sign-up to money on the phone, over REST alone', { tag: '@journey' }, async ({ request }) => {
  const person = newPerson()
  const token = await signUp(request, person)
  const headers = { authorization: `Bearer ${token}` }

  const surveys: { id: string; title: string; rewardPoints: number }[] = await (
    await request.get('/api/surveys', { headers })
  ).json()
  const survey = surveys.find(({ title }) => title === COMMUTING)
  if (!survey) throw new Error('The demo has this survey')
  const { questions } = await (await request.get(`/api/surveys/${survey.id}`, { headers })).json()
  const answers = Object.fromEntries(questions.map((question: Question) => [question.id, answer(question)]))
  const body = { answers, completedAt: new Date().toISOString() }
  const completed = await request.post(`/api/surveys/${survey.id}/complete`, { headers, data: body })
  expect(await completed.json()).toEqual({
    pointsEarned: survey.rewardPoints,
    earnedAmount: survey.rewardPoints * 1000,
    availablePoints: survey.rewardPoints,
  })

  const [credit] = await (await request.get('/api/points-transactions', { headers })).json()
  expect(credit).toMatchObject({ description: `Survey: ${survey.title}`, points: survey.rewardPoints })

  const withdrawal = {
    pointsToWithdraw: 2,
    amountKes: 2000,
    withdrawalMethod: 'mpesa',
    mpesaNumber: person.mpesaNumber,
  }
  const key = { 'idempotency-key': 'rest-path' }
  const requested = await request.post('/api/withdrawals', {
    headers: { ...headers, ...key },
    data: withdrawal,
  })
  expect(requested.status()).toBe(201)
  const { id } = await requested.json()
  const repeated = await request.post('/api/withdrawals', {
    headers: { ...headers, ...key },
    data: withdrawal,
  })
  expect((await repeated.json()).id).toBe(id)

  const login = await request.post('/api/admin/login', {
    data: { username: 'admin', password: 'demo-chuma' },
  })
  const admin = { authorization: `Bearer ${(await login.json()).token}` }
  const approved = await request.put(`/api/admin/withdrawals/${id}`, {
    headers: admin,
    data: { status: 'approved' },
  })
  expect(await approved.json()).toMatchObject({ status: 'approved', payoutState: 'queued' })

  await expect(async () => {
    const [mine] = await (await request.get('/api/withdrawals', { headers })).json()
    expect(mine).toMatchObject({
      id,
      status: 'paid',
      amountKes: 2000,
      receipt: expect.stringMatching(/^\w+$/),
    })
  }).toPass({ timeout: 30_000 })
  const user = await (await request.get('/api/auth/user', { headers })).json()
  expect(user).toMatchObject({
    points: survey.rewardPoints - 2,
    totalEarnings: survey.rewardPoints,
    surveysCompleted: 1,
  })
  expect((await newestMail(request, person.email)).text).toContain('KES 2,000')
})

async function signUp(request: APIRequestContext, person: ReturnType<typeof newPerson>): Promise<string> {
  const { email, password } = person
  const names = { firstName: 'Baraka', lastName: 'Kip' }
  const signup = { ...names, email, password, confirmPassword: password, country: 'Kenya' }
  const answered = await request.post('/api/auth/signup', { data: signup })
  expect(await answered.json()).toMatchObject({ requiresVerification: true })
  const early = await request.post('/api/auth/login', { data: { email, password } })
  expect([early.status(), (await early.json()).message]).toEqual([403, expect.stringContaining('verify')])

  const token = linkIn(await newestMail(request, email)).searchParams.get('token')
  expect((await request.post('/api/auth/redeem-link', { data: { token } })).status()).toBe(200)
  expect((await request.post('/api/auth/redeem-link', { data: { token } })).status()).toBe(400)
  const login = await request.post('/api/auth/login', { data: { email, password } })
  return (await login.json()).token
}
