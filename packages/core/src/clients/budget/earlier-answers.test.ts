import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { startBehind, startInLine } from '../../admin/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { answerHeld, givenCheckedSurvey, heldAnswers } from '../../surveys/reviews/testing.ts'
import { appealSurvey, decideReview } from '../../surveys/reviews.ts'
import { startSurvey } from '../../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { givenMember, openTestDb, readRows } from '../../testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from '../budget.ts'
import { getClient } from '../people/client-links.ts'
import { acceptMyQuote, createClientQuote, listMyQuotes } from '../quotes.ts'
import { assignClientSurvey, getMyDatasets } from '../surveys/commissioned-surveys.ts'
import { endClientDay, givenClient, givenComplete, payment, quote } from '../testing.ts'

const { db, deps } = await openTestDb()
const PRICE_CENTS = 90_000

type Before = { answers?: number; prepaid?: number; surveyId?: string }

/** A client of a survey that this many people had answered before it was theirs, in the order of `members`. */
async function givenEarlier({ answers = 0, prepaid = 0, surveyId }: Before = {}) {
  const given = await givenClient(deps)
  const { clientId } = given
  const asked = surveyId ?? (await givenSurvey(db))
  const members = []
  for (let at = 0; at < answers; at += 1) members.push(await givenComplete(deps, asked))
  const assign = () => assignClientSurvey(deps, finance, { clientId, surveyId: asked })
  const prepay = (completes: number) =>
    bookClientReceipt(deps, finance, payment(clientId, PRICE_CENTS * completes))
  if (prepaid > 0) await prepay(prepaid)
  const agree = () => openClientOrder(deps, finance, { surveyId: asked, priceCents: PRICE_CENTS })
  /** What is charged and left, in completes. */
  const budget = async () => {
    await addUpClients(deps)
    const { consumedCents, reservedCents, availableCents } = await getClientStatement(deps, { clientId })
    expect(reservedCents).toBe(0)
    return [consumedCents / PRICE_CENTS, availableCents / PRICE_CENTS]
  }
  const waiting = async () =>
    (await getClient(db, clientId)).commissioned.find(({ id }) => id === asked)?.earlierCompletes
  return { ...given, surveyId: asked, members, assign, prepay, agree, budget, waiting }
}

async function reviewOf(of: { surveyId: string; memberId: string }): Promise<string> {
  const [{ reviewId = '' } = {}] = await readRows(db, 'surveyReview', ['reviewId'], of)
  return reviewId
}

const placesOf = (surveyId: string) =>
  db
    .selectFrom('clientPlace')
    .select(['memberId', 'isCharged', 'isWaiting'])
    .where('surveyId', '=', surveyId)
    .execute()

test('answers from before a quote was accepted are shown with it, and charged once as prepayments come in', async () => {
  const { client, surveyId, members, clientId, assign, prepay, budget, waiting } = await givenEarlier({
    answers: 3,
  })
  await assign()
  expect(await waiting()).toBe(3)
  const { version, priceCents, earlierCompletes } = await createClientQuote(deps, finance, quote(surveyId))
  expect(earlierCompletes).toBe(3)
  const [read] = await listMyQuotes(deps, client, { id: surveyId })
  expect(read).toMatchObject({ state: 'open', earlierCompletes: 3 })
  await acceptMyQuote(deps, client, { surveyId, version })
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 0 })

  await bookClientReceipt(deps, finance, payment(clientId, 2 * priceCents))
  const charged = (await placesOf(surveyId)).filter(({ isCharged }) => isCharged)
  const first = members.slice(0, 2).map(({ memberId }) => memberId)
  expect(charged.map(({ memberId }) => memberId).sort()).toEqual(first.sort())
  expect(await waiting()).toBe(1)
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 2 })

  await bookClientReceipt(deps, finance, payment(clientId, 2 * priceCents))
  await Promise.all(Array.from({ length: 8 }, () => addUpClients(deps)))
  await endClientDay(deps)
  await addUpClients(deps)
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    consumedCents: 3 * priceCents,
    availableCents: priceCents,
  })
  expect(await waiting()).toBe(0)
  await prepay(1)
  expect(await budget()).toEqual([(3 * priceCents) / PRICE_CENTS, priceCents / PRICE_CENTS + 1])
})

test('a budget that is there pays for earlier answers in the transaction that agrees the price, and never for more', async () => {
  const { assign, agree, surveyId, clientId, waiting } = await givenEarlier({ answers: 3, prepaid: 2 })
  await assign()
  await agree()
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    consumedCents: 2 * PRICE_CENTS,
    availableCents: 0,
  })
  expect(await waiting()).toBe(1)
  await expect(startSurvey(deps, await givenMember(db), { surveyId })).rejects.toMatchObject({
    code: 'SURVEY_FULL',
  })
})

test('of price agreements at once one charges the earlier answers', async () => {
  const { assign, agree, budget } = await givenEarlier({ answers: 2, prepaid: 5 })
  await assign()
  const calls = await Promise.allSettled(Array.from({ length: 8 }, agree))
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await budget()).toEqual([2, 3])
})

test('someone who began before is charged when they complete, and not when their answers are rejected', async () => {
  const surveyId = await givenCheckedSurvey(db)
  const [good, held, rejected] = [await givenMember(db), await givenMember(db), await givenMember(db)]
  for (const member of [good, held, rejected]) await startSurvey(deps, member, { surveyId })
  const { assign, agree, budget, waiting } = await givenEarlier({ prepaid: 5, surveyId })
  await assign()
  await agree()
  expect(await budget()).toEqual([0, 5])
  await completeSurvey(deps, good, { surveyId, answers: goodAnswers })
  expect(await budget()).toEqual([1, 4])
  for (const member of [held, rejected])
    await completeSurvey(deps, member, { surveyId, answers: heldAnswers })
  expect([await budget(), await waiting()]).toEqual([[1, 4], 0])
  const decide = async (memberId: string, decision: 'paid' | 'rejected') => {
    const id = await reviewOf({ surveyId, memberId })
    await decideReview(deps, finance, { id, decision, reason: 'We looked at it' })
  }
  await decide(held.memberId, 'paid')
  await decide(rejected.memberId, 'rejected')
  expect(await budget()).toEqual([2, 3])
})

test('answers that complete in the moment in which a price is agreed are charged once, in either order', async () => {
  for (const isCompletingFirst of [true, false]) {
    const surveyId = await givenSurvey(db)
    const [member, other] = [await givenMember(db), await givenMember(db)]
    await startSurvey(deps, member, { surveyId })
    // A review whose lock keeps the agreement between its place for the member and its end.
    await startSurvey(deps, other, { surveyId })
    await completeSurvey(deps, other, { surveyId, answers: goodAnswers })
    const { assign, agree, budget } = await givenEarlier({ prepaid: 5, surveyId })
    await assign()
    const complete = () => completeSurvey(deps, member, { surveyId, answers: goodAnswers })
    const calls = isCompletingFirst ? [complete, agree] : [agree, complete]
    const results = await startInLine<unknown>(
      db,
      (trx) =>
        isCompletingFirst
          ? sql`select from wallet where member_id = ${member.memberId} for update`.execute(trx)
          : sql`select from survey_review where survey_id = ${surveyId} for update`.execute(trx),
      calls,
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await budget(), isCompletingFirst ? 'completed first' : 'agreed first').toEqual([2, 3])
  }
})

test('answers that are rejected in the moment in which a price is agreed are not charged', async () => {
  const member = await givenMember(db)
  const { surveyId, id } = await answerHeld(deps, member)
  const accepted = await decideReview(deps, finance, { id, decision: 'paid', reason: '' })
  expect(accepted.state).toBe('paid')
  const second = await givenMember(db)
  await completeSurvey(deps, second, { surveyId, answers: goodAnswers })
  const reviewId = await reviewOf({ surveyId, memberId: second.memberId })
  const { assign, agree, budget, clientId } = await givenEarlier({ prepaid: 5, surveyId })
  await assign()
  const lock = `rejections:${clientId}`
  const results = await startInLine<unknown>(
    db,
    (trx) => sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(trx),
    [() => decideReview(deps, finance, { id: reviewId, decision: 'rejected', reason: 'Copied' }), agree],
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await budget()).toEqual([1, 4])
})

test('room that a rejection gives back pays for an earlier answer', async () => {
  const { assign, agree, members, surveyId, budget, waiting } = await givenEarlier({ answers: 2, prepaid: 1 })
  await assign()
  await agree()
  expect(await waiting()).toBe(1)
  const id = await reviewOf({ surveyId, memberId: members[0]?.memberId ?? '' })
  await decideReview(deps, finance, { id, decision: 'rejected', reason: 'Copied' })
  expect(await budget()).toEqual([1, 0])
  expect(await waiting()).toBe(0)
})

test('an answer that was rejected before the price was agreed is never charged, even if an appeal succeeds later', async () => {
  const member = await givenMember(db)
  const { surveyId, id } = await answerHeld(deps, member)
  await decideReview(deps, finance, { id, decision: 'rejected', reason: 'Copied' })
  const [{ attemptId = '' } = {}] = await readRows(db, 'surveyAttempt', ['attemptId'], {
    surveyId,
    memberId: member.memberId,
  })
  await appealSurvey(deps, member, { id: attemptId, appeal: 'I wrote every word' })
  const { assign, agree, budget, waiting } = await givenEarlier({ prepaid: 5, surveyId })
  await assign()
  await agree()
  const { actor } = await givenSettled(deps, { role: 'content' })
  expect(await decideReview(deps, actor, { id, decision: 'paid', reason: 'Fine' })).toMatchObject({
    state: 'paid',
  })
  expect([await budget(), await waiting()]).toEqual([[0, 5], 0])
})

test('fifty starts and an agreement at once never spend more than the budget', async () => {
  const { clientId, surveyId, assign, agree } = await givenEarlier({ answers: 4, prepaid: 7 })
  await assign()
  await agree()
  const members = await Promise.all(Array.from({ length: 20 }, () => givenMember(db)))
  await startBehind(
    db,
    (trx) => sql`select from client_account where organisation_id = ${clientId} for update`.execute(trx),
    () => members.map((member) => startSurvey(deps, member, { surveyId })),
  )
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    consumedCents: 4 * PRICE_CENTS,
    reservedCents: 3 * PRICE_CENTS,
    availableCents: 0,
  })
})
