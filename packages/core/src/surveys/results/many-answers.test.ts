import { surveyResultsInput } from '@chuma/contract/surveys/results'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { fourQuestions, givenSurvey } from '../testing.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { givenPeople } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

/** Four answers each. */
const PEOPLE = 12_500

test('fifty thousand answers are counted, and the time is noted', async ({ annotate }) => {
  const id = await givenSurvey(db, { questions: fourQuestions })
  await givenPeople(db, { surveyId: id, people: PEOPLE })
  const filter = surveyResultsInput.parse({ id })
  await getSurveyResults(deps, { isRaw: true }, filter)
  const begun = performance.now()
  const results = await getSurveyResults(deps, { isRaw: true }, filter)
  const counted = performance.now()
  await getCrossTab(deps, { isRaw: true }, { id, quality: 'accepted', rows: 1, columns: 3 })
  const crossed = performance.now()
  await annotate(
    `${PEOPLE * 4} answers: ${Math.round(counted - begun)} ms, a cross-tab ${Math.round(crossed - counted)} ms`,
  )
  expect(results.questions[0]?.rows.map(({ count }) => count)).toEqual([PEOPLE / 2, PEOPLE / 2])
})
