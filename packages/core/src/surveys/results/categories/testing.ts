import type { Db } from '@chuma/db/client'
import { createTestDeps, givenMember } from '../../../testing.ts'
import { completeSurvey } from '../../complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../testing.ts'
import { changeCategory } from '../categories.ts'
import { listSurveyAnswers } from '../export-results.ts'

/** People who answered the open question 4, which has the category 1. */
export async function givenOpenAnswer(db: Db, words: readonly string[] = ['School fees']) {
  const deps = createTestDeps(db)
  const id = await givenSurvey(db)
  for (const answer of words) {
    await completeSurvey(deps, await givenMember(db), {
      surveyId: id,
      answers: { ...goodAnswers, '4': answer },
    })
  }
  const staff = { name: 'staff:analyst', address: null }
  await changeCategory(deps, staff, { id, questionId: 4, change: { kind: 'add', name: 'Fees' } })
  const found = await listSurveyAnswers(deps, { id, quality: 'all', questionId: 4, limit: 200 })
  const respondents = words.map((answer) => found.find((one) => one.answer === answer)?.id ?? '')
  return { id, respondents }
}
