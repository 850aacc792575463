import { randomUUID } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions } from '../questionnaire/testing.ts'
import { getReview } from '../reviews.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)

async function readSigns({ memberId }: SignedInMember) {
  const { reviewId: id } = await db
    .selectFrom('surveyReview')
    .select('reviewId')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const { score, signs } = await getReview(deps, { id })
  return { score, signs }
}

const household = {
  ...givenQuestions(
    { code: 'people', type: 'number', min: 1, max: 30 },
    { code: 'children', type: 'number', min: 0, max: 30, required: false },
  ),
  contradictions: [
    { if: { '>=': [{ var: 'children' }, { var: 'people' }] }, note: 'No adult lives in the household' },
  ],
}

async function givenHousehold() {
  const surveyId = await givenDraft(db, household)
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  return surveyId
}

test('answers that their author says cannot be true are flagged, and the person who checks them reads why', async () => {
  const member = await givenMember(db)
  const surveyId = await givenHousehold()
  await completeSurvey(deps, member, { surveyId, answers: { '1': 3, '2': 4 } })
  const { score, signs } = await readSigns(member)
  expect(signs).toContainEqual({
    flag: 'contradiction',
    questionIds: [2, 1],
    notes: ['No adult lives in the household'],
  })
  expect(score).toBe(40)
})

test('a contradiction between questions of which one has no answer is none', async () => {
  const member = await givenMember(db)
  const surveyId = await givenHousehold()
  await completeSurvey(deps, member, { surveyId, answers: { '1': 3 } })
  const { signs } = await readSigns(member)
  expect(signs.map(({ flag }) => flag)).toEqual(['not-opened'])
})

/** Others who completed a survey, each in this time. */
async function givenOthers(surveyId: string, { count, seconds }: { count: number; seconds: number }) {
  for (let other = 0; other < count; other += 1) {
    const { memberId } = await givenMember(db)
    await sql`insert into survey_attempt
        (member_id, survey_id, attempt_id, status, reward_points, questions, started_at, completed_at, ended_at)
      values (${memberId}, ${surveyId}, ${randomUUID()}, 'completed', 5, '[]',
        now() - make_interval(secs => ${seconds}), now(), now())`.execute(db)
  }
}

/** A member who started a survey this long ago. */
async function givenStarted(surveyId: string, seconds: number) {
  const member = await givenMember(db)
  await startSurvey(deps, member, { surveyId })
  const past = sql`make_interval(secs => ${seconds})`
  await sql`update survey_attempt set started_at = started_at - ${past} where member_id = ${member.memberId}`.execute(
    db,
  )
  await sql`update task_list_view set seen_at = seen_at - ${past} where member_id = ${member.memberId}`.execute(
    db,
  )
  return member
}

test('less than a third of the median of twenty others is a flag with the figures', async () => {
  const surveyId = await givenSurvey(db)
  await givenOthers(surveyId, { count: 20, seconds: 600 })
  const hurried = await givenStarted(surveyId, 150)
  await completeSurvey(deps, hurried, { surveyId, answers: goodAnswers })
  expect(await readSigns(hurried)).toEqual({
    score: 20,
    signs: [{ flag: 'faster-than-others', others: { medianSeconds: 600, count: 20 } }],
  })
})

test('of too few others nothing is said', async () => {
  const surveyId = await givenSurvey(db)
  await givenOthers(surveyId, { count: 19, seconds: 600 })
  const first = await givenStarted(surveyId, 150)
  await completeSurvey(deps, first, { surveyId, answers: goodAnswers })
  const { flagReasons } = await db
    .selectFrom('surveyAttempt')
    .select('flagReasons')
    .where('memberId', '=', first.memberId)
    .executeTakeFirstOrThrow()
  expect(flagReasons).toEqual([])
})
