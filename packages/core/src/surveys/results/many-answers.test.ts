import { surveyResultsInput } from '@chuma/contract/surveys/results'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps } from '../../testing.ts'
import { fourQuestions, givenSurvey } from '../testing.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

/** Four answers each. */
const PEOPLE = 12_500

/** People of no interest, who have answered everything. */
async function givenPeople(surveyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create temp table one_of_many on commit drop as
      select gen_random_uuid() as member_id, n from generate_series(1, ${sql.lit(PEOPLE)}) as n`.execute(trx)
    await sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
      select member_id, n || '@many.example', 'Amina', 'Otieno', 'Kenya', '-' from one_of_many`.execute(trx)
    await sql`insert into survey_attempt (member_id, survey_id, reward_points, questions)
      select member_id, ${surveyId}, 5, '[]' from one_of_many`.execute(trx)
    await sql`insert into survey_answer (member_id, survey_id, question_id, answer)
      select member_id, ${surveyId}, question, case question when 1 then to_jsonb((array['Bank', 'SACCO'])[1 + n % 2])
        when 2 then to_jsonb(1 + n % 5) when 3 then to_jsonb((array['yes', 'no'])[1 + n / 2 % 2])
        else to_jsonb('School fees ' || n) end
      from one_of_many, generate_series(1, 4) as question`.execute(trx)
    await sql`update survey_attempt set status = 'completed', completed_at = now(), ended_at = now()
      where survey_id = ${surveyId}`.execute(trx)
  })
  await sql`analyze survey_answer, survey_attempt`.execute(db)
}

test('fifty thousand answers are counted, and the time is noted', async ({ annotate }) => {
  const id = await givenSurvey(db, { questions: fourQuestions })
  await givenPeople(id)
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
