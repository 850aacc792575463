import type { SurveyQuotas } from '@chuma/contract/surveys/quotas/quotas'
import type { SurveyResults } from '@chuma/contract/surveys/results'
import { givenStaff } from '@chuma/core/admin/testing'
import { completeSurvey } from '@chuma/core/surveys/complete-survey'
import { givenProfileQuota, tell } from '@chuma/core/surveys/quotas/testing'
import { startSurvey } from '@chuma/core/surveys/surveys'
import { goodAnswers } from '@chuma/core/surveys/testing'
import { givenMember } from '@chuma/core/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const { app, db, deps, close } = await createTestApp()
afterAll(close)
const { token: analyst, actor } = await givenStaff(deps, { role: 'analyst' })
const { token: content } = await givenStaff(deps, { role: 'content' })

const givenSurvey = () => givenProfileQuota({ deps, staff: actor }, { cells: { female: 50, male: 50 } })

async function begin(surveyId: string, sex: 'female' | 'male') {
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', sex)
  await startSurvey(deps, member, { surveyId })
  return member
}

async function complete(surveyId: string, sex: 'female' | 'male', people: number) {
  for (let person = 0; person < people; person += 1) {
    const member = await begin(surveyId, sex)
    await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
    // Answers that are given at once wait for a check, which is another subject.
    await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  }
}

/** What both doors answer, which has to be the same; only the finish that is expected moves on. */
async function read<Read>(token: string, { rest, path, id }: Record<'rest' | 'path' | 'id', string>) {
  const byRest = await callRest(app, token, { method: 'GET', url: `/api/admin/surveys/${id}/${rest}` })
  const byTrpc = await callTrpc(app, token, { type: 'query', path: `admin.${path}`, input: { id } })
  expect([byRest.status, byTrpc.status]).toEqual([200, 200])
  if (token === content) expect(byRest.body).toEqual(byTrpc.body)
  return byRest.body as Read
}
const readQuotas = (token: string, id: string) =>
  read<SurveyQuotas>(token, { rest: 'quotas', path: 'getQuotas', id })
const readAttempts = async (token: string, id: string) =>
  (await read<SurveyResults>(token, { rest: 'results', path: 'getSurveyResults', id })).attempts
const cellsOf = ({ cells }: SurveyQuotas) =>
  cells.map(({ reserved, answered, accepted, finishesAt }) => [reserved, answered, accepted, finishesAt])

test('without single answers, quotas and attempts show over both doors nothing that tells about fewer than five', async () => {
  const id = await givenSurvey()
  await complete(id, 'female', 8)
  await complete(id, 'male', 6)
  await begin(id, 'female')
  await begin(id, 'male')
  const shown = await readQuotas(content, id)
  expect(cellsOf(shown)).toEqual([
    [null, null, 8, null],
    [null, null, 6, null],
  ])
  expect(cellsOf(await readQuotas(analyst, id)).map(([reserved]) => reserved)).toEqual([1, 1])
  // Two did neither: the others would tell that they did.
  expect(await readAttempts(content, id)).toEqual({
    started: 16,
    completed: null,
    accepted: null,
    waiting: null,
    rejected: null,
    screenedOut: 0,
  })
  expect(await readAttempts(analyst, id)).toMatchObject({ started: 16, completed: 14, accepted: 14 })
  await complete(id, 'male', 1)
  expect(await readQuotas(content, id)).toEqual(shown)
})

test('a cell of fewer than five hides all', async () => {
  const id = await givenSurvey()
  await complete(id, 'female', 8)
  await complete(id, 'male', 3)
  expect(cellsOf(await readQuotas(content, id)).map(([, , accepted]) => accepted)).toEqual([null, null])
  expect(await readAttempts(content, id)).toMatchObject({ started: 11, completed: 11, accepted: 11 })
})
