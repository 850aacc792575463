import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { assignClientSurvey } from '../../clients/surveys/commissioned-surveys.ts'
import { givenClient } from '../../clients/testing.ts'
import { createTestDeps, givenMember, readRows } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { decideReview } from '../reviews.ts'
import { givenCheckedSurvey, heldAnswers } from './testing.ts'

const { db, close } = await createTestDb({ max: 12 })
afterAll(close)
const deps = createTestDeps(db)
const maker = await givenSettled(deps, { role: 'content' })
const checker = await givenSettled(deps, { role: 'content' })
const reject = { decision: 'rejected', reason: 'The first answer was wrong' } as const

/** One survey whose answers by this number of members are all held. */
async function givenHeldAnswers(count: number) {
  const surveyId = await givenCheckedSurvey(db)
  return { surveyId, ids: await answerAll(surveyId, count) }
}

async function answerAll(surveyId: string, count: number) {
  for (let member = 0; member < count; member += 1) {
    await completeSurvey(deps, await givenMember(db), { surveyId, answers: heldAnswers })
  }
  const reviews = await readRows(db, 'surveyReview', ['reviewId'], { surveyId })
  return reviews.map(({ reviewId }) => reviewId)
}

const statesOf = async (ids: string[]) => {
  const rows = await db.selectFrom('surveyReview').select('state').where('reviewId', 'in', ids).execute()
  return rows.map(({ state }) => state)
}

test('the sixth rejection of a survey in a month needs a second person', async () => {
  const { ids } = await givenHeldAnswers(6)
  const last = ids.at(-1) ?? ''
  for (const id of ids.slice(0, 5)) await decideReview(deps, maker.actor, { id, ...reject })
  const { approvalId } = await pendingOf(decideReview(deps, maker.actor, { id: last, ...reject }))
  expect(await statesOf([last])).toEqual(['held'])
  await decideApproval(deps, checker.actor, { approvalId, decision: 'approve', note: '' })
  expect(await statesOf([last])).toEqual(['rejected'])
})

test('of rejections at once only five count without a second person', async () => {
  const { ids } = await givenHeldAnswers(9)
  await Promise.allSettled(ids.map((id) => decideReview(deps, maker.actor, { id, ...reject })))
  const states = await statesOf(ids)
  expect(states.filter((state) => state === 'rejected')).toHaveLength(5)
  expect(states.filter((state) => state === 'held')).toHaveLength(4)
})

test('paying needs nobody else, however many were rejected', async () => {
  const { ids } = await givenHeldAnswers(6)
  for (const id of ids.slice(0, 5)) await decideReview(deps, maker.actor, { id, ...reject })
  const last = ids.at(-1) ?? ''
  expect(await decideReview(deps, maker.actor, { id: last, decision: 'paid', reason: '' })).toMatchObject({
    state: 'paid',
  })
})

test('the surveys of one client are counted together', async () => {
  const { clientId } = await givenClient(deps)
  const all: string[] = []
  for (const count of [3, 3]) {
    const { surveyId, ids } = await givenHeldAnswers(count)
    await assignClientSurvey(deps, maker.actor, { clientId, surveyId })
    all.push(...ids)
  }
  for (const id of all.slice(0, 5)) await decideReview(deps, maker.actor, { id, ...reject })
  await pendingOf(decideReview(deps, maker.actor, { id: all.at(-1) ?? '', ...reject }))
})
