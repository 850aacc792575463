import { givenSurvey, goodAnswers } from '@chuma/core/surveys/testing'
import { givenQuestions, givenTask, letSecondsPass } from '@chuma/core/tasks/testing'
import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { db, send, as, member, close } = await givenSite()
afterAll(close)
const surveyId = await givenSurvey(db, { title: 'Savings' })
const instantId = await givenSurvey(db, { kind: 'instant', rewardUsd: 3 })
for (const kind of ['video', 'ad', 'social'] as const) await givenTask(db, kind)
await givenQuestions(db, 5)

async function givenCaller() {
  const { memberId, token } = await member({ premium: true })
  return { ...as(token), memberId, token }
}
const keys = (...names: string[]) => Object.fromEntries(names.map((name) => [name, expect.anything()]))

test('GET /api/user-stats-enhanced returns points, dailyLoginBonus, videosWatched, adsClicked and canTakeQuiz', async () => {
  const { get } = await givenCaller()
  const stats = { points: 0, dailyLoginBonus: true, videosWatched: 0, adsClicked: 0, canTakeQuiz: true }
  expect(await get('/api/user-stats-enhanced')).toMatchObject(stats)
})

test('GET /api/user-stats returns totalEarnings, thisMonthEarnings and rating', async () => {
  const { get } = await givenCaller()
  expect(await get('/api/user-stats')).toEqual({ totalEarnings: 0, thisMonthEarnings: 0, rating: 5 })
})

test('GET /api/surveys returns surveys', async () => {
  const { get } = await givenCaller()
  const survey = keys(
    'id',
    'title',
    'description',
    'reward',
    'duration',
    'category',
    'rating',
    'estimatedTime',
    'country',
  )
  expect(await get('/api/surveys')).toEqual(
    Array(2).fill(expect.objectContaining({ ...survey, isActive: true })),
  )
})

test('GET /api/surveys/{id} with a bearer token returns the survey with its questions', async () => {
  const { get } = await givenCaller()
  const question = { ...keys('id', 'type', 'question', 'options'), required: expect.any(Boolean) }
  expect(await get(`/api/surveys/${surveyId}`)).toMatchObject({
    id: surveyId,
    title: 'Savings',
    questions: Array(4).fill(question),
  })
})

test.each([
  ['video', keys('id', 'title', 'description', 'points', 'youtubeUrl')],
  ['ad', keys('id', 'title', 'description', 'points', 'targetUrl', 'minTimeSeconds')],
  ['social', keys('id', 'title', 'description', 'points', 'instructions')],
])('GET /api/%s-tasks returns its tasks', async (kind, task) => {
  const { get } = await givenCaller()
  expect(await get(`/api/${kind}-tasks`)).toEqual([expect.objectContaining(task)])
})

test('GET /api/quiz-questions returns questions with four options and what they pay', async () => {
  const { get } = await givenCaller()
  const question = {
    ...keys('question', 'optionA', 'optionB', 'optionC', 'optionD'),
    points: 15,
    correctAnswer: null,
  }
  expect(await get('/api/quiz-questions')).toEqual(Array(5).fill(expect.objectContaining(question)))
})

test('GET /api/points-transactions returns description, signed points and createdAt', async () => {
  const { get, post } = await givenCaller()
  await post('/api/daily-login')
  await post('/api/withdrawals', {
    pointsToWithdraw: 5,
    withdrawalMethod: 'mpesa',
    mpesaNumber: '0700200100',
  })
  const [held, earned] = await get('/api/points-transactions')
  expect([held, earned]).toEqual(
    [-5, 25].map((points) => expect.objectContaining({ ...keys('description', 'createdAt'), points })),
  )
})

test('GET /api/user-surveys returns id, status, title, reward and createdAt', async () => {
  const { get, post } = await givenCaller()
  await post('/api/user-surveys', { surveyId })
  const attempt = { ...keys('id', 'createdAt'), status: 'started', title: 'Savings', reward: 5 }
  expect(await get('/api/user-surveys')).toEqual([expect.objectContaining(attempt)])
})

test('POST /api/daily-login returns pointsEarned', async () => {
  const { post, token } = await givenCaller()
  expect(await post('/api/daily-login')).toMatchObject({ pointsEarned: 25 })
  expect((await send('POST', '/api/daily-login', { token })).status).toBe(409)
})

test('GET /api/spin-wheel/can-spin returns canSpin', async () => {
  const { get } = await givenCaller()
  expect(await get('/api/spin-wheel/can-spin')).toMatchObject({ canSpin: true })
})

test('POST /api/spin-wheel/spin returns pointsWon and message', async () => {
  const { get, post } = await givenCaller()
  expect(await post('/api/spin-wheel/spin')).toMatchObject({
    pointsWon: expect.any(Number),
    message: expect.any(String),
  })
  expect(await get('/api/spin-wheel/can-spin')).toMatchObject({ canSpin: false })
})

test('POST /api/video-tasks/{id}/watch returns pointsEarned', async () => {
  const { get, token, memberId } = await givenCaller()
  const [video] = await get('/api/video-tasks')
  const watch = () => send('POST', `/api/video-tasks/${video.id}/watch`, { token })
  expect((await watch()).body).toMatchObject({ code: 'TOO_EARLY' })
  await letSecondsPass(db, memberId, 30)
  expect((await watch()).body).toMatchObject({ pointsEarned: video.points })
  expect((await watch()).body).toMatchObject({ code: 'DONE_TODAY' })
})

test('POST /api/ad-tasks/{id}/click with timeSpent returns completed and pointsEarned', async () => {
  const { get, post, memberId } = await givenCaller()
  const [ad] = await get('/api/ad-tasks')
  const body = { timeSpent: ad.minTimeSeconds + 5 }
  expect(await post(`/api/ad-tasks/${ad.id}/click`, body)).toMatchObject({
    completed: false,
    pointsEarned: 0,
    message: 'Please spend more time on the ad to earn points.',
  })
  await letSecondsPass(db, memberId, body.timeSpent)
  expect(await post(`/api/ad-tasks/${ad.id}/click`, body)).toMatchObject({
    completed: true,
    pointsEarned: ad.points,
  })
})

test('POST /api/user-surveys with surveyId begins one, and POST /api/user-surveys/{id}/complete returns earnedAmount', async () => {
  const { post } = await givenCaller()
  const { id, status } = await post('/api/user-surveys', { surveyId: instantId })
  expect(status).toMatch(/started|completed/)
  expect(await post(`/api/user-surveys/${id}/complete`)).toMatchObject({ earnedAmount: 3000 })
})

test('POST /api/surveys/{id}/complete takes answers and completedAt', async () => {
  const { get, post } = await givenCaller()
  const body = { answers: goodAnswers, completedAt: new Date().toISOString() }
  expect(await post(`/api/surveys/${surveyId}/complete`, body)).toMatchObject({ pointsEarned: 5 })
  expect(await get('/api/user-surveys')).toMatchObject([{ surveyId, status: 'completed' }])
})

test('quiz answers, whose call SPEC does not show, go to POST /api/quiz/submit', async () => {
  const { get, post } = await givenCaller()
  const questions: { id: string }[] = await get('/api/quiz-questions')
  const answers = Object.fromEntries(questions.map(({ id }) => [id, 'B']))
  expect(await post('/api/quiz/submit', { answers })).toMatchObject({ correct: 5, pointsEarned: 75 })
})
