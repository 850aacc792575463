import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createTestDeps, givenMember, readRow } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, readTeaQuestionnaire } from '../questionnaire/testing.ts'
import { getReview } from '../reviews.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('staff who check answers to a questionnaire read words, not codes', async () => {
  const { actor } = await givenStaff(deps)
  const surveyId = await givenDraft(db, readTeaQuestionnaire())
  await publishQuestionnaire(deps, actor, { id: surveyId, version: 1 })
  const answers = {
    '1': 'yes',
    '2': 3,
    '3': { choices: ['hill', 'lake', 'other'], other: 'Kericho Gold' },
    '4': 'Chai ya Ziwa',
    '5': { rows: { taste: 'bad', price: 'good' } },
    '6': 'Less sugar',
  }
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId, answers })
  const { reviewId: id } = await readRow(db, 'surveyReview', ['reviewId'], { memberId: member.memberId })
  const shown = (await getReview(deps, { id })).answers
  expect(shown.map(({ id: question, answer }) => [question, answer])).toEqual([
    [1, 'yes'],
    [2, 3],
    [3, 'Hill Tea, Lake Tea, Another (“Kericho Gold”)'],
    [4, 'Lake Tea'],
    [5, 'Its price: Good; Its taste: Bad'],
    [6, 'Less sugar'],
  ])
})
