import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { saveProfileAnswer, withdrawAnswer } from '../../profile/profile.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'
import { exportText } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenCompleted(surveyId: string, answers = {}) {
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, ...answers } })
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  return async () => (await listUserSurveys(db, member.memberId, { limit: 1 }))[0]?.deliveries
}

test('a member sees who received their answers, once for each recipient', async () => {
  const surveyId = await givenSurvey(db)
  const read = await givenCompleted(surveyId)
  expect(await read()).toEqual([])
  await exportText(deps, { id: surveyId })
  await exportText(deps, { id: surveyId, format: 'json' })
  const { rows } = await sql<{ today: string }>`select business_day(now())::text as today`.execute(db)
  const { name: recipient } = await deps.product()
  expect(await read()).toEqual([{ recipient, deliveredOn: rows[0]?.today }])
})

test('a file that did not have their answers is none of theirs', async () => {
  const surveyId = await givenSurvey(db)
  const read = await givenCompleted(surveyId)
  await exportText(deps, { id: surveyId, who: '1=Bank' })
  await exportText(deps, { id: surveyId, to: '2026-01-01' })
  await exportText(deps, { id: await givenSurvey(db) })
  expect(await read()).toEqual([])
  await exportText(deps, { id: surveyId, who: '1=SACCO' })
  expect(await read()).toHaveLength(1)
  const later = await givenCompleted(surveyId)
  expect(await later()).toEqual([])
})

test('a file of one group is of its members, and of those who withdrew what put them in it', async () => {
  const surveyId = await givenSurvey(db)
  const [woman, man] = [await givenMember(db), await givenMember(db)]
  for (const [member, code] of [
    [woman, 'female'],
    [man, 'male'],
  ] as const) {
    const said = {
      attribute: 'sex' as const,
      codes: [code],
      isConsented: true as const,
      source: 'page' as const,
    }
    await saveProfileAnswer(deps, member, said)
    await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
    await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  }
  await exportText(deps, { id: surveyId, profile: 'sex=female' })
  const read = async ({ memberId }: { memberId: string }) =>
    (await listUserSurveys(db, memberId, { limit: 1 }))[0]?.deliveries.length
  expect([await read(woman), await read(man)]).toEqual([1, 0])
  await withdrawAnswer(deps, woman, { attribute: 'sex' })
  expect(await read(woman)).toBe(1)
})
