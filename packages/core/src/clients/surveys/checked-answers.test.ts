import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { finance } from '../../payouts/testing.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { givenCheckedSurvey, heldAnswers } from '../../surveys/reviews/testing.ts'
import { appealSurvey, decideReview } from '../../surveys/reviews.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from '../budget.ts'
import { givenClient, payment } from '../testing.ts'
import { assignClientSurvey, getMyDatasets } from './commissioned-surveys.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const content = { name: 'staff:chebet', address: null }

/** An answer that waits for a check, at a price of KES 900. */
async function givenHeldAnswer() {
  const { clientId, client } = await givenClient(deps)
  const surveyId = await givenCheckedSurvey(db, `Checked ${clientId}`)
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  await openClientOrder(deps, finance, { surveyId, priceCents: 90_000 })
  await bookClientReceipt(deps, finance, payment(clientId, 900_000))
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId, answers: heldAnswers })
  const { reviewId } = await db
    .selectFrom('surveyReview')
    .select('reviewId')
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  const figures = async () => {
    await addUpClients(deps)
    const { reservedCents, consumedCents } = await getClientStatement(deps, { clientId })
    return [reservedCents, consumedCents]
  }
  return { client, surveyId, member, reviewId, figures }
}

test('answers that wait for a check are reserved, and charged when they are paid', async () => {
  const { reviewId, figures } = await givenHeldAnswer()
  expect(await figures()).toEqual([90_000, 0])
  await decideReview(deps, content, { id: reviewId, decision: 'paid', reason: '' })
  expect(await figures()).toEqual([0, 90_000])
})

test('rejected answers are given back, and stay so when an appeal succeeds: the client neither pays nor gets them', async () => {
  const { client, surveyId, member, reviewId, figures } = await givenHeldAnswer()
  await decideReview(deps, content, { id: reviewId, decision: 'rejected', reason: 'Too fast' })
  expect(await figures()).toEqual([0, 0])
  const { attemptId } = await db
    .selectFrom('surveyAttempt')
    .select('attemptId')
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  await appealSurvey(deps, member, { id: attemptId, appeal: 'I read fast' })
  await decideReview(deps, finance, { id: reviewId, decision: 'paid', reason: 'Agreed' })
  expect(await figures()).toEqual([0, 0])
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 0 })
})

test('an accepted answer that is rejected later is taken back once, and is in no dataset after it', async () => {
  const { client, surveyId, reviewId, figures } = await givenHeldAnswer()
  await decideReview(deps, content, { id: reviewId, decision: 'paid', reason: '' })
  expect(await figures()).toEqual([0, 90_000])
  // No step of reviews rejects a paid answer yet: as one that does would write it.
  await sql`alter table survey_review disable trigger survey_review_guard`.execute(db)
  await sql`update survey_review set state = 'rejected', reason = 'Copied' where review_id = ${reviewId}`.execute(
    db,
  )
  await sql`alter table survey_review enable trigger survey_review_guard`.execute(db)
  expect(await figures()).toEqual([0, 0])
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 0 })
})
