import { openClientOrderInput } from '@chuma/contract/clients/client-quotes'
import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import type { GivenAnswer } from '@chuma/contract/surveys/answers'
import type { Trx } from '@chuma/db/client'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { startBehind } from '../../admin/testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from '../../clients/budget.ts'
import { assignClientSurvey, getMyProgress } from '../../clients/surveys/commissioned-surveys.ts'
import { givenClient, payment } from '../../clients/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { givenMember, openTestDb, readRows } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../questionnaire/testing.ts'
import { getQuotas, saveQuotas } from '../quotas/quotas.ts'
import { sexDimension, tell, toPlan } from '../quotas/testing.ts'
import { appealSurvey, decideReview, rejectReviews, settleDueReviews } from '../reviews.ts'
import { expireSurveys, startSurvey } from '../surveys.ts'
import { goodAnswers } from '../testing.ts'
import { givenCheckedSurvey, heldAnswers, passReviewTime } from './testing.ts'

const { db, deps } = await openTestDb()
const maker = (await givenSettled(deps, { role: 'content' })).actor
const checker = (await givenSettled(deps, { role: 'content' })).actor
const PRICE_CENTS = 90_000
const COLUMNS = ['never', 'seldom', 'sometimes', 'often', 'always']
const rowsOf = (name: string, count: number) =>
  optionsOf(...Array.from({ length: count }, (_, row) => `${name}${row}`))

const research = givenQuestions(
  { code: 'shops', type: 'grid', rows: rowsOf('shop', 9), columns: optionsOf(...COLUMNS) },
  { code: 'prices', type: 'grid', rows: rowsOf('price', 7), columns: optionsOf(...COLUMNS) },
  { code: 'spent', type: 'number', min: 0, max: 100_000 },
  { code: 'wish', type: 'text', required: false },
)

type Cells = Record<'female' | 'male', number>

/** A survey by the default rules with places by sex, that a client has paid for. */
async function givenResearch(cells: Cells) {
  const { client, clientId } = await givenClient(deps)
  const surveyId = await givenDraft(db, research)
  await sql`update survey set answer_quality = null where survey_id = ${surveyId}`.execute(db)
  await publishQuestionnaire(deps, maker, { id: surveyId, version: 1 })
  await saveQuotas(deps, maker, toPlan(surveyId, { dimensions: [sexDimension], cells }))
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  await openClientOrder(deps, finance, openClientOrderInput.parse({ surveyId, priceCents: PRICE_CENTS }))
  const completes = cells.female + cells.male
  await bookClientReceipt(deps, finance, payment(clientId, PRICE_CENTS * completes))
  /** What is charged, reserved and left of the client's money, in completes. */
  const budget = async () => {
    await addUpClients(deps)
    const sums = await getClientStatement(deps, { clientId })
    return [sums.consumedCents, sums.reservedCents, sums.availableCents].map((cents) => cents / PRICE_CENTS)
  }
  /** The reserved, waiting and accepted places of each cell. */
  const places = async () => {
    const quotas = await getQuotas(deps, { id: surveyId })
    expect(quotas.isSound).toBe(true)
    return quotas.cells.map(({ reserved, answered, accepted }) => [reserved, answered, accepted])
  }
  return { client, surveyId, budget, places }
}

/** Different for each respondent, and of more than one column. */
function readAnswers(person: number): Record<string, GivenAnswer> {
  const grid = (name: string, count: number, first: number) => ({
    rows: Object.fromEntries(
      Array.from({ length: count }, (_, row) => [
        `${name}${row}`,
        COLUMNS[(first + row * (1 + (person % 3))) % COLUMNS.length] ?? '',
      ]),
    ),
  })
  return { '1': grid('shop', 9, person), '2': grid('price', 7, person + 2), '3': 100 + person }
}

function straightAnswers(person: number): Record<string, GivenAnswer> {
  const grid = (name: string, count: number) => ({
    rows: Object.fromEntries(Array.from({ length: count }, (_, row) => [`${name}${row}`, 'often'])),
  })
  return { '1': grid('shop', 9), '2': grid('price', 7), '3': 9000 + person }
}

type Person = { surveyId: string; sex?: 'female' | 'male'; seconds?: number }

/** A member who began the survey this long ago. */
async function givenBegun({ surveyId, sex = 'female', seconds = 300 }: Person) {
  const member = await givenMember(db)
  await tell(db, member.memberId, 'sex', sex)
  await startSurvey(deps, member, { surveyId })
  await sql`update survey_attempt set started_at = started_at - make_interval(secs => ${seconds})
    where member_id = ${member.memberId}`.execute(db)
  return member
}

async function givenAnswered(person: Person & { answers: Record<string, GivenAnswer> }) {
  const { surveyId, answers } = person
  const member = await givenBegun(person)
  await completeSurvey(deps, member, { surveyId, answers })
  return member
}

const pointsOf = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const reviewsOf = (surveyId: string) =>
  readRows(db, 'surveyReview', ['reviewId', 'memberId', 'state', 'flags'], { surveyId }, 'openedAt')
const sourcesOf = (memberId: string) =>
  readRows(db, 'posting', ['sourceKey', 'availableDelta'], { memberId }, 'seq')

/** How many rewards are in which state for which reason. */
async function countJudged(surveyId: string) {
  const counts = new Map<string, number>()
  for (const { state, flags } of await reviewsOf(surveyId)) {
    const name = `${state}: ${(flags as QualityFlag[]).join(', ')}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

/** Reject as one person, with the agreement of another where that is needed. */
async function rejectAll(ids: string[]) {
  const asked = await rejectReviews(deps, maker, { ids, reason: 'We could not use these answers' })
  const waiting = await db
    .selectFrom('approvalRequest')
    .select('approvalId')
    .where('kind', '=', 'decide-survey-review')
    .where('state', '=', 'waiting')
    .execute()
  for (const { approvalId } of waiting)
    await decideApproval(deps, checker, { approvalId, decision: 'approve', note: '' })
  return asked
}

test('of 120 respondents the careful ones are paid, and what is in doubt takes no place, money or budget until staff decide', async () => {
  const { client, surveyId, budget, places } = await givenResearch({ female: 60, male: 60 })
  const sexOf = (person: number) => (person % 2 === 0 ? 'female' : 'male')
  const answer = (person: number, given: Partial<Person> & { answers: Record<string, GivenAnswer> }) =>
    givenAnswered({ surveyId, sex: sexOf(person), ...given })
  for (let person = 0; person < 84; person += 1) await answer(person, { answers: readAnswers(person) })
  const speeders = []
  for (let person = 84; person < 91; person += 1) {
    speeders.push(await answer(person, { answers: readAnswers(person), seconds: 7 + (person % 5) }))
  }
  for (let person = 91; person < 100; person += 1) await answer(person, { answers: straightAnswers(person) })
  for (let person = 100; person < 108; person += 1)
    await answer(person, { answers: readAnswers(person - 60) })
  for (let person = 108; person < 120; person += 1) await givenBegun({ surveyId, sex: sexOf(person) })

  expect(await countJudged(surveyId)).toEqual({
    'held: too-fast': 7,
    'held: straight-line': 9,
    'held: same-answers': 8,
  })
  expect(await places()).toEqual([
    [6, 12, 42],
    [6, 12, 42],
  ])
  expect(await budget()).toEqual([84, 12, 24])

  // The drop-outs' time is over, and nobody has looked at four of the speeders.
  await sql`update survey_attempt set started_at = now() - interval '90 days' where survey_id = ${surveyId} and status <> 'completed'`.execute(
    db,
  )
  await expireSurveys(deps)
  for (const { memberId } of speeders.slice(0, 4)) await passReviewTime(db, memberId)
  await settleDueReviews(deps)
  expect(await budget()).toEqual([88, 0, 32])
  expect(await Promise.all(speeders.map(({ memberId }) => pointsOf(memberId)))).toEqual([5, 5, 5, 5, 0, 0, 0])

  const ids = (await reviewsOf(surveyId)).map(({ reviewId }) => reviewId)
  const asked = await rejectAll(ids)
  // A tenth of the answers is one person's to reject.
  expect(asked.rejectedCount).toBe(10)
  expect(asked.results.filter(({ outcome }) => outcome === 'needs-approval')).toHaveLength(14)
  expect(await countJudged(surveyId)).toEqual({
    'rejected: too-fast': 7,
    'rejected: straight-line': 9,
    'rejected: same-answers': 8,
  })
  expect(await places()).toEqual([
    [0, 0, 42],
    [0, 0, 42],
  ])
  expect(await budget()).toEqual([84, 0, 36])
  const [returned] = speeders
  expect(await sourcesOf(returned?.memberId ?? '')).toEqual([
    { sourceKey: `survey:${surveyId}`, availableDelta: 5 },
    { sourceKey: `survey-returned:${surveyId}`, availableDelta: -5 },
  ])
  expect((await getMyProgress(deps, client, { id: surveyId })).quality).toEqual({
    completed: 108,
    accepted: 84,
    others: 0,
    waiting: 0,
    rejected: 24,
    reasons: [
      { flag: 'straight-line', count: 9 },
      { flag: 'same-answers', count: 8 },
      { flag: 'too-fast', count: 7 },
    ],
  })
  const again = await rejectReviews(deps, maker, { ids, reason: 'Again' })
  expect(again.results.every(({ outcome }) => outcome === 'decided')).toBe(true)
  expect(await budget()).toEqual([84, 0, 36])
}, 120_000)

const reject = { decision: 'rejected', reason: 'The same answer in every row' } as const

/** A straight-liner whose time for a review is over: paid without anyone's decision. */
async function givenPaidByTime(cells: Cells = { female: 1, male: 1 }) {
  const given = await givenResearch(cells)
  const member = await givenAnswered({ surveyId: given.surveyId, answers: straightAnswers(1) })
  const { memberId } = member
  await passReviewTime(db, memberId)
  await settleDueReviews(deps)
  const [review] = await reviewsOf(given.surveyId)
  expect(review?.state).toBe('paid')
  const [attempt] = await readRows(db, 'surveyAttempt', ['attemptId'], { memberId })
  return { ...given, member, memberId, id: review?.reviewId ?? '', attemptId: attempt?.attemptId ?? '' }
}

test('of two people who reject a paid answer at once one does, and one posting is reversed', async () => {
  const { id, memberId, budget, places } = await givenPaidByTime()
  const calls = await startTogether(db, memberId, () =>
    [maker, checker].map((staff) => decideReview(deps, staff, { id, ...reject })),
  )
  const refused = calls.filter((call) => call.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['ALREADY_DECIDED'])
  expect(await pointsOf(memberId)).toBe(0)
  expect(await sourcesOf(memberId)).toHaveLength(2)
  expect(await budget()).toEqual([0, 0, 2])
  expect(await places()).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('an appeal against a reward that was taken back pays it again, once, and at the cost of the house', async () => {
  const { id, memberId, member, attemptId, surveyId, budget } = await givenPaidByTime()
  await decideReview(deps, maker, { id, ...reject })
  const appealed = await appealSurvey(deps, member, { id: attemptId, appeal: 'I shop there often' })
  expect(appealed.review).toMatchObject({ state: 'appealed', isReturned: true, flags: ['straight-line'] })
  await decideReview(deps, checker, { id, decision: 'paid', reason: 'You were right' })
  expect(await pointsOf(memberId)).toBe(5)
  expect((await sourcesOf(memberId)).map(({ sourceKey }) => sourceKey)).toEqual([
    `survey:${surveyId}`,
    `survey-returned:${surveyId}`,
    `survey-restored:${surveyId}`,
  ])
  expect(await budget()).toEqual([0, 0, 2])
  await expect(decideReview(deps, maker, { id, ...reject })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  })
})

test('what was spent meanwhile becomes a debt', async () => {
  const { id, memberId } = await givenPaidByTime()
  await sql`select book_posting(${memberId}, 'adjustment', -4, 0, 'adjustments', 'spent', 'Spent', null, null, 'system')`.execute(
    db,
  )
  await decideReview(deps, maker, { id, ...reject })
  expect(await pointsOf(memberId)).toBe(-4)
  const [wallet] = await readRows(db, 'wallet', ['inReversalDebt'], { memberId })
  expect(wallet).toEqual({ inReversalDebt: true })
})

test('what staff accepted stays accepted, and so does what nobody looked at in time', async () => {
  const accepted = await givenResearch({ female: 2, male: 1 })
  for (const person of [1, 2])
    await givenAnswered({ surveyId: accepted.surveyId, answers: straightAnswers(person) })
  const [first, second] = await reviewsOf(accepted.surveyId)
  await decideReview(deps, maker, { id: first?.reviewId ?? '', decision: 'paid', reason: '' })
  await passReviewTime(db, second?.memberId ?? '')
  await settleDueReviews(deps)
  await sql`alter table survey_review disable trigger survey_review_guard`.execute(db)
  await sql`update survey_review set opened_at = now() - interval '31 days' where survey_id = ${accepted.surveyId}`.execute(
    db,
  )
  await sql`alter table survey_review enable trigger survey_review_guard`.execute(db)
  for (const review of [first, second]) {
    const call = decideReview(deps, checker, { id: review?.reviewId ?? '', ...reject })
    await expect(call).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  }
  expect(await accepted.budget()).toEqual([2, 0, 1])
})

test('answers that wait leave the last place to someone else, and are paid without it', async () => {
  const { surveyId, budget, places } = await givenResearch({ female: 1, male: 1 })
  const held = await givenAnswered({ surveyId, answers: straightAnswers(1) })
  const careful = await givenAnswered({ surveyId, answers: readAnswers(1) })
  expect([await pointsOf(held.memberId), await pointsOf(careful.memberId)]).toEqual([0, 5])
  const [review] = await reviewsOf(surveyId)
  await decideReview(deps, maker, { id: review?.reviewId ?? '', decision: 'paid', reason: '' })
  expect(await pointsOf(held.memberId)).toBe(5)
  expect(await places()).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ])
  expect(await budget()).toEqual([1, 0, 1])
})

test('of two answers that are accepted at once one gets the last place, and both are paid', async () => {
  const { surveyId, budget, places } = await givenResearch({ female: 1, male: 1 })
  const [one, other] = [
    await givenAnswered({ surveyId, answers: straightAnswers(1) }),
    await givenAnswered({
      surveyId,
      answers: { ...straightAnswers(2), '2': readAnswers(1)['2'] ?? '' },
      seconds: 5,
    }),
  ]
  const reviews = await reviewsOf(surveyId)
  const lockCell = (trx: Trx) =>
    sql`select from survey_cell where survey_id = ${surveyId} and groups = '{female}' for update`.execute(trx)
  await startBehind(db, lockCell, () =>
    reviews.map(({ reviewId: id }) => decideReview(deps, maker, { id, decision: 'paid', reason: '' })),
  )
  expect([await pointsOf(one.memberId), await pointsOf(other.memberId)]).toEqual([5, 5])
  expect((await places())[0]).toEqual([0, 0, 1])
  expect(await budget()).toEqual([1, 0, 1])
})

test('a rejected place is taken by the next member who comes', async () => {
  const { id, surveyId, budget, places } = await givenPaidByTime()
  const late = await givenMember(db)
  await tell(db, late.memberId, 'sex', 'female')
  await expect(startSurvey(deps, late, { surveyId })).rejects.toMatchObject({ code: 'QUOTA_FULL' })
  await decideReview(deps, maker, { id, ...reject })
  await addUpClients(deps)
  await startSurvey(deps, late, { surveyId })
  expect((await places())[0]).toEqual([1, 0, 0])
  expect(await budget()).toEqual([0, 1, 1])
})

test('the answers of a member who was erased are rejected, and the client gets its money back', async () => {
  const { id, memberId, budget } = await givenPaidByTime()
  await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  await decideReview(deps, maker, { id, ...reject })
  await expect(decideReview(deps, checker, { id, ...reject })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  })
  expect(await budget()).toEqual([0, 0, 2])
})

test('someone who left keeps a plain place for a day, and may still complete it', async () => {
  const surveyId = await givenCheckedSurvey(db)
  await sql`update survey set quota = 1 where survey_id = ${surveyId}`.execute(db)
  const left = await givenBegun({ surveyId, seconds: 23 * 3600 })
  const next = await givenMember(db)
  await expect(startSurvey(deps, next, { surveyId })).rejects.toMatchObject({ code: 'SURVEY_FULL' })
  await sql`update survey_attempt set started_at = started_at - interval '1 hour' where survey_id = ${surveyId}`.execute(
    db,
  )
  await startSurvey(deps, next, { surveyId })
  expect(await completeSurvey(deps, left, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
})

test('a plain number of places counts neither answers that wait nor rejected ones', async () => {
  const surveyId = await givenCheckedSurvey(db)
  await sql`update survey set quota = 1 where survey_id = ${surveyId}`.execute(db)
  await completeSurvey(deps, await givenMember(db), { surveyId, answers: heldAnswers })
  await startSurvey(deps, await givenMember(db), { surveyId })
  await expect(startSurvey(deps, await givenMember(db), { surveyId })).rejects.toMatchObject({
    code: 'SURVEY_FULL',
  })
})
