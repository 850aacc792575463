import { randomUUID } from 'node:crypto'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Trx } from '@chuma/db/client'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startBehind } from '../admin/testing.ts'
import { createTestDeps, givenMember, openTestDb, readRows, refusals, setRows } from '../testing.ts'
import { completeSurvey, saveAnswer } from './complete-survey.ts'
import { startAtSurvey } from './questionnaire/testing.ts'
import { buildQuestions, listAccepted } from './questions.ts'
import { expireSurveys, getSurvey, listSurveys, startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey, givenTaker, goodAnswers } from './testing.ts'

const { db, deps } = await openTestDb()
const member = await givenMember(db)
const notFound = expect.objectContaining({ code: 'SURVEY_NOT_FOUND' })

test('opening a survey shows its own questions, and neither starts it nor has answers', async () => {
  const surveyId = await givenSurvey(db)
  await getSurvey(deps, member, { surveyId })
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({
    id: surveyId,
    questions: fourQuestions.map(listAccepted),
    questionCount: 4,
    answers: {},
    status: null,
  })
})

test.each([null, []])('shows the category’s questions if %j are set', async (questions) => {
  const surveyId = await givenSurvey(db, { questions, category: 'technology' })
  expect((await getSurvey(deps, member, { surveyId })).questions).toEqual(
    buildQuestions('technology').map(listAccepted),
  )
})

test('a list says what was typed, also in braces, where a questionnaire would quote an answer', async () => {
  const questions = [
    { id: 1, type: 'text' as const, question: 'What is {{q2}}?', options: [], required: true },
    { id: 2, type: 'multiple-choice' as const, question: 'Or?', options: ['{{ a }}', 'b'], required: true },
  ]
  const surveyId = await givenSurvey(db, { questions })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: '{{ a }}' })
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ questions, answers: { 2: '{{ a }}' } })
})

test('returns this member’s saved answers, and nobody else’s', async () => {
  const surveyId = await givenSurvey(db)
  const other = await givenMember(db)
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'Bank' })
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 5 })
  await saveAnswer(deps, other, { surveyId, questionId: 1, answer: 'SACCO' })
  expect((await getSurvey(deps, member, { surveyId })).answers).toEqual({ '1': 'Bank', '2': 5 })
  expect((await getSurvey(deps, other, { surveyId })).answers).toEqual({ '1': 'SACCO' })
})

test('a started survey keeps its questions and reward when the survey or the economy changes', async () => {
  const surveyId = await givenSurvey(db, { rewardUsd: 5 })
  await startSurvey(deps, member, { surveyId })
  await setRows(
    db,
    'survey',
    { surveyId },
    { questions: JSON.stringify(fourQuestions.slice(0, 1)), rewardUsd: 1 },
  )
  const richer = createTestDeps(db, {
    economy: async () => economy.parse({ ...defaultEconomy, pointsPerUsd: 10 }),
  })

  expect(await getSurvey(richer, member, { surveyId })).toMatchObject({
    questions: fourQuestions.map(listAccepted),
    questionCount: 4,
    rewardPoints: 5,
  })
  expect(await getSurvey(richer, await givenMember(db), { surveyId })).toMatchObject({
    questionCount: 1,
    rewardPoints: 10,
  })
})

test.each([
  { country: 'Uganda' },
  { isActive: false },
  { startsAt: new Date(Date.now() + 3_600_000) },
  { endsAt: new Date(Date.now() - 3_600_000) },
])('%j is not found by a member who has not started it', async (given) => {
  const surveyId = await givenSurvey(db, given)
  await expect(getSurvey(deps, member, { surveyId })).rejects.toEqual(notFound)
  await expect(startSurvey(deps, member, { surveyId })).rejects.toEqual(notFound)
  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toEqual(notFound)
})

test('an unknown survey is not found', async () => {
  await expect(getSurvey(deps, member, { surveyId: randomUUID() })).rejects.toEqual(notFound)
})

test.each([{ isActive: false }, { country: 'Uganda' }])(
  'a started survey stays available after %j',
  async (change) => {
    const surveyId = await givenSurvey(db)
    await startSurvey(deps, member, { surveyId })
    await db.updateTable('survey').set(change).where('surveyId', '=', surveyId).execute()
    expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ status: 'started' })
  },
)

beforeEach(async () => {
  await db.updateTable('survey').set({ isActive: false }).execute()
})

const listedIds = async () => (await listSurveys(deps, member)).map(({ id }) => id)

test('lists surveys for the member’s country and for all countries, newest first', async () => {
  const day = (date: number) => new Date(Date.UTC(2025, 0, date))
  const kenyan = await givenSurvey(db, { country: 'kenya', createdAt: day(1) })
  const anywhere = await givenSurvey(db, { country: '', createdAt: day(3) })
  const global = await givenSurvey(db, { country: 'Global', createdAt: day(2) })
  await givenSurvey(db, { country: 'Uganda' })
  expect(await listedIds()).toEqual([anywhere, global, kenyan])
})

test('lists no inactive, future, ended or full surveys', async () => {
  await givenSurvey(db, { isActive: false })
  await givenSurvey(db, { startsAt: new Date(Date.now() + 3_600_000) })
  await givenSurvey(db, { endsAt: new Date(Date.now() - 3_600_000) })
  const full = await givenSurvey(db, { quota: 1 })
  await startSurvey(deps, await givenMember(db), { surveyId: full })
  expect(await listedIds()).toEqual([])
})

test('lists partners’ and instant surveys without questions, and without the partner’s address', async () => {
  await givenSurvey(db, { kind: 'external', createdAt: new Date(Date.UTC(2025, 0, 1)) })
  await givenSurvey(db, { kind: 'instant', createdAt: new Date(Date.UTC(2025, 0, 2)) })
  const listed = await listSurveys(deps, member)
  expect(listed).toMatchObject([
    { kind: 'instant', questionCount: 0 },
    { kind: 'external', questionCount: 0 },
  ])
  expect(JSON.stringify(listed)).not.toContain('partner.example')
})

test('shows a survey’s points, duration and number of questions', async () => {
  await givenSurvey(db, { title: 'Savings', rewardUsd: 12.5, category: 'finance' })
  expect(await listSurveys(deps, member)).toMatchObject([
    {
      title: 'Savings',
      reward: 12.5,
      rewardPoints: 13,
      duration: 15,
      estimatedTime: '15 min',
      questionCount: 4,
    },
  ])
})

test.each([null, []])('counts the category’s questions if %j are set', async (questions) => {
  await givenSurvey(db, { questions, category: 'finance' })
  expect(await listSurveys(deps, member)).toMatchObject([{ questionCount: 6 }])
})

test('shows the member’s progress, and leaves out finished surveys', async () => {
  const surveyId = await givenSurvey(db)
  const other = await givenMember(db)
  await completeSurvey(deps, other, { surveyId, answers: goodAnswers })

  expect(await listSurveys(deps, member)).toMatchObject([{ status: null }])
  await startSurvey(deps, member, { surveyId })
  expect(await listSurveys(deps, member)).toMatchObject([{ status: 'started' }])
  await saveAnswer(deps, member, { surveyId, questionId: 2, answer: 4 })
  expect(await listSurveys(deps, member)).toMatchObject([{ status: 'in_progress' }])
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await listSurveys(deps, member)).toEqual([])
  expect((await listUserSurveys(db, member.memberId))[0]).toMatchObject({
    surveyId,
    status: 'completed',
    reward: 5,
  })
})

test('lists at most 200', async () => {
  await Promise.all(Array.from({ length: 201 }, () => givenSurvey(db)))
  expect(await listSurveys(deps, member)).toHaveLength(200)
})

test('a member’s surveys are only their own, newest first', async () => {
  const [ann, ben] = [await givenMember(db), await givenMember(db)]
  const [first, second] = [
    await givenSurvey(db, { title: 'First' }),
    await givenSurvey(db, { title: 'Second' }),
  ]
  await startSurvey(deps, ann, { surveyId: first })
  await startSurvey(deps, ann, { surveyId: second })
  await startSurvey(deps, ben, { surveyId: first })
  expect((await listUserSurveys(db, ann.memberId)).map(({ title }) => title)).toEqual(['Second', 'First'])
  expect((await listUserSurveys(db, ben.memberId)).map(({ title }) => title)).toEqual(['First'])
})

test('promises the current reward in points', async () => {
  const { member, surveyId } = await givenTaker(db, { title: 'Savings', rewardUsd: 7.5 })
  expect(await startSurvey(deps, member, { surveyId })).toEqual({
    id: expect.any(String),
    surveyId,
    status: 'started',
    title: 'Savings',
    reward: 8,
    createdAt: expect.any(Date),
    kind: 'questions',
    screenOutReason: null,
  })
})

test('a partner’s survey opens with the click’s id and nothing else about the member', async () => {
  const { member, surveyId } = await givenTaker(db, { kind: 'external', rewardUsd: 4 })
  const first = await startSurvey(deps, member, { surveyId })
  const second = await startSurvey(deps, member, { surveyId })
  expect(first).toMatchObject({ status: 'in_progress', reward: 4, kind: 'external' })
  expect(second.id).toBe(first.id)
  const references = [first, second].map(({ externalUrl }) =>
    new URL(externalUrl ?? '').searchParams.get('subid'),
  )
  expect(new Set(references).size).toBe(2)
  expect(first.externalUrl).not.toContain(member.memberId)
  const clicks = await readRows(
    db,
    'click',
    ['reference', 'surveyId', 'points'],
    { memberId: member.memberId },
    'clickedAt',
  )
  expect(clicks).toEqual(references.map((reference) => ({ reference, surveyId, points: 4 })))
})

test('of twenty concurrent members one gets a survey’s last place', async () => {
  const surveyId = await givenSurvey(db, { quota: 1 })
  const members = await Promise.all(Array.from({ length: 20 }, () => givenMember(db)))
  const race = await startAtSurvey(db, surveyId, () =>
    members.map((member) => startSurvey(deps, member, { surveyId })),
  )
  expect(refusals(race)).toEqual(Array(19).fill('SURVEY_FULL'))
})

test('an unfinished survey expires, and its answers can no longer be submitted', async () => {
  const { member, surveyId } = await givenTaker(db)
  await startSurvey(deps, member, { surveyId })
  const fresh = await givenMember(db)
  await startSurvey(deps, fresh, { surveyId })
  await setRows(
    db,
    'surveyAttempt',
    { memberId: member.memberId },
    { startedAt: new Date(Date.now() - 15 * 24 * 3_600_000) },
  )
  expect(await expireSurveys(deps)).toBe(1)
  await expect(completeSurvey(deps, member, { surveyId, answers: goodAnswers })).rejects.toMatchObject({
    code: 'SURVEY_FINISHED',
  })
  expect(await completeSurvey(deps, fresh, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('twenty concurrent starts share one attempt', async () => {
  const { member, surveyId } = await givenTaker(db)
  // Held until every call has found no attempt and waits to insert its own.
  const hold = (holder: Trx) => sql`lock table survey_attempt in share mode`.execute(holder)
  const started = await startBehind(db, hold, () =>
    Array.from({ length: 20 }, () => startSurvey(deps, member, { surveyId })),
  )
  const ids = started.map((start) => (start.status === 'fulfilled' ? start.value.id : start.reason))
  expect(new Set(ids).size).toBe(1)
  expect(await listUserSurveys(db, member.memberId)).toHaveLength(1)
})

test('starting again does not reopen a finished survey', async () => {
  const { member, surveyId } = await givenTaker(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await startSurvey(deps, member, { surveyId })).toMatchObject({ status: 'completed' })
})
