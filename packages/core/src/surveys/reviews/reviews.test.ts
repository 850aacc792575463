import { randomUUID } from 'node:crypto'
import { problem } from '@chuma/contract/problems'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { givenStaff, listAudit } from '../../admin/testing.ts'
import { assignClientSurvey } from '../../clients/surveys/commissioned-surveys.ts'
import { givenClient } from '../../clients/testing.ts'
import {
  codeOf,
  createMailCapture,
  createTestDeps,
  givenMember,
  giveRole,
  openTestDb,
  readRow,
  readRows,
} from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { publishQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, readTeaQuestionnaire } from '../questionnaire/testing.ts'
import {
  acceptReviews,
  appealSurvey,
  decideReview,
  getReview,
  sendReviewNews,
  settleDueReviews,
} from '../reviews.ts'
import { givenCheckedSurvey, givenDoubtful, givenHeld, heldAnswers, passReviewTime } from './testing.ts'

const { db } = await openTestDb()
const { mail, sent } = createMailCapture()
const deps = createTestDeps(db, { mail })
const fatuma = { name: 'staff:fatuma', address: '203.0.113.9' }
const juma = { name: 'staff:juma', address: null }
const pay = { decision: 'paid', reason: '' } as const
const keep = { decision: 'held', reason: 'We ask the client' } as const
const reject = { decision: 'rejected', reason: 'The first answer was wrong' } as const
const appeal = 'I read every question, twice'

const pointsOf = async (memberId: string) => (await getBalance(db, memberId)).availablePoints
const postings = (memberId: string) => readRows(db, 'posting', ['sourceKey', 'actor'], { memberId }, 'seq')
const holdsOf = (memberId: string) =>
  db.selectFrom('hold').select(['endedBy', 'until']).where('memberId', '=', memberId).execute()

test('paying a held reward books it once, ends its hold and is audited', async () => {
  const { id, memberId, member, surveyId } = await givenHeld(deps)
  expect(await decideReview(deps, fatuma, { id, ...pay })).toMatchObject({
    state: 'paid',
    decidedBy: 'staff:fatuma',
    decidedAt: expect.any(Date),
  })
  expect(await postings(memberId)).toEqual([{ sourceKey: `survey:${surveyId}`, actor: 'staff:fatuma' }])
  expect(await holdsOf(memberId)).toMatchObject([{ endedBy: 'staff:fatuma' }])
  expect(await completeSurvey(deps, member, { surveyId, answers: heldAnswers })).toMatchObject({
    pointsEarned: 5,
    availablePoints: 5,
  })
  await expect(decideReview(deps, juma, { id, ...reject })).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await listAudit(db, `survey-review:${id}`)).toMatchObject([
    {
      actor: 'staff:fatuma',
      action: 'survey-review.paid',
      before: { state: 'held' },
      after: { amountKes: 5000 },
    },
  ])
})

test('a rejection pays nothing, says why, and needs a reason', async () => {
  const { id, memberId, member, surveyId } = await givenHeld(deps)
  for (const decision of ['rejected', 'held'] as const) {
    await expect(decideReview(deps, fatuma, { id, decision, reason: '' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { reason: [problem('REASON_FOR_MEMBER')] },
    })
  }
  await decideReview(deps, fatuma, { id, ...reject })
  await passReviewTime(db, memberId)
  await settleDueReviews(deps)
  expect(await postings(memberId)).toEqual([])
  expect(await listUserSurveys(db, memberId)).toMatchObject([
    { review: { state: 'rejected', reason: reject.reason, appeal: null } },
  ])
  const again = await completeSurvey(deps, member, { surveyId, answers: heldAnswers })
  expect(again).toMatchObject({ pointsEarned: 0, status: 'rejected' })
  await sendReviewNews(deps, { memberId, surveyId })
  expect(sent.at(-1)).toMatchObject({
    kind: 'sendSurveyReview',
    mail: { news: 'rejected', reason: reject.reason, title: 'Saving' },
  })
})

test('a reward is kept once for longer, and its new time is the promise', async () => {
  const { id, memberId } = await givenHeld(deps)
  await passReviewTime(db, memberId)
  const { until } = await decideReview(deps, fatuma, { id, ...keep })
  expect(until.getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000)
  expect(await holdsOf(memberId)).toEqual([{ endedBy: null, until }])
  await settleDueReviews(deps)
  expect(await pointsOf(memberId)).toBe(0)
  await expect(decideReview(deps, juma, { id, ...keep })).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
})

test('an appeal is sent once, and decided by another person than the one who rejected', async () => {
  const { id, memberId, member, attemptId } = await givenHeld(deps)
  const [rejecter, other] = [
    await givenSettled(deps, { role: 'content' }),
    await givenSettled(deps, { role: 'content' }),
  ]
  expect(await codeOf(appealSurvey(deps, member, { id: attemptId, appeal }))).toBe('APPEAL_STATE')
  await decideReview(deps, rejecter.actor, { id, ...reject })
  const { member: stranger } = await givenDoubtful(deps)
  expect(await codeOf(appealSurvey(deps, stranger, { id: attemptId, appeal }))).toBe('SURVEY_NOT_FOUND')
  expect(await appealSurvey(deps, member, { id: attemptId, appeal })).toMatchObject({
    review: { state: 'appealed', appeal },
  })
  expect(await codeOf(appealSurvey(deps, member, { id: attemptId, appeal }))).toBe('APPEAL_STATE')

  const accept = { id, decision: 'paid', reason: 'You were right' } as const
  await expect(decideReview(deps, rejecter.actor, accept)).rejects.toMatchObject({
    failure: { code: 'FORBIDDEN', params: { why: 'ownDecision' } },
  })
  expect(await codeOf(decideReview(deps, other.actor, { ...accept, reason: '' }))).toBe('INVALID_INPUT')
  expect(await decideReview(deps, other.actor, accept)).toMatchObject({
    state: 'paid',
    decidedBy: rejecter.actor.name,
    answeredBy: other.actor.name,
  })
  expect(await pointsOf(memberId)).toBe(5)
})

test('a rejected appeal is the end', async () => {
  const { id, memberId, member, attemptId } = await givenHeld(deps)
  await decideReview(deps, fatuma, { id, ...reject })
  await appealSurvey(deps, member, { id: attemptId, appeal })
  await decideReview(deps, juma, { id, decision: 'rejected', reason: 'It is the same answer' })
  expect(await codeOf(appealSurvey(deps, member, { id: attemptId, appeal }))).toBe('APPEAL_STATE')
  expect(await postings(memberId)).toEqual([])
})

test('nobody decides about their own survey', async () => {
  const { id, memberId } = await givenHeld(deps)
  await giveRole(db, memberId, { role: 'content' })
  const own = { name: `member:${memberId}`, address: null }
  for (const decision of [pay, keep, reject]) {
    await expect(decideReview(deps, own, { id, ...decision })).rejects.toMatchObject({
      failure: { code: 'FORBIDDEN', params: { why: 'ownCase' } },
    })
  }
  expect(await acceptReviews(deps, own, { ids: [id] })).toMatchObject({ acceptedCount: 0 })
  expect(await pointsOf(memberId)).toBe(0)
})

test('above the day’s limit of a person, paying waits for a second person', async () => {
  const { id, memberId } = await givenHeld(deps)
  const maker = await givenSettled(deps, { role: 'content' })
  const limited = createLimitedDeps(db, { dailyCreditsStaffKes: 4999, dailyCreditsOwnerKes: 4999 })
  await pendingOf(decideReview(limited, maker.actor, { id, ...pay }))
  expect(await pointsOf(memberId)).toBe(0)
  await decideReview(limited, maker.actor, { id, ...reject })
})

test('of decisions and jobs at once exactly one counts', async () => {
  for (const decisions of [
    [pay, reject],
    [reject, keep],
    [pay, pay],
  ]) {
    const { id, memberId } = await givenHeld(deps)
    await passReviewTime(db, memberId)
    await startTogether<unknown>(db, memberId, () => [
      ...decisions.map((decision, place) => decideReview(deps, place ? juma : fatuma, { id, ...decision })),
      settleDueReviews(deps),
      settleDueReviews(deps),
    ])
    const { state } = await readRow(db, 'surveyReview', ['state'], { memberId })
    expect(await pointsOf(memberId)).toBe(state === 'paid' ? 5 : 0)
    // What the job paid first, staff may still reject.
    const sources = (await postings(memberId)).map(({ sourceKey }) => sourceKey.split(':')[0])
    const isReturned = state === 'rejected' && sources.length > 0
    expect(sources).toEqual(isReturned ? ['survey', 'survey-returned'] : state === 'paid' ? ['survey'] : [])
  }
})

test('when the time is over a held reward is paid and a doubt ends, and not before', async () => {
  const [held, doubtful] = [await givenHeld(deps), await givenDoubtful(deps)]
  await settleDueReviews(deps)
  expect(await pointsOf(held.memberId)).toBe(0)
  for (const { memberId } of [held, doubtful]) await passReviewTime(db, memberId)
  await settleDueReviews(deps)
  await settleDueReviews(deps)
  for (const { memberId, id } of [held, doubtful]) {
    expect(await postings(memberId)).toHaveLength(1)
    expect(await getReview(deps, { id })).toMatchObject({ state: 'paid', decidedBy: 'system' })
  }
})

test('doubts end together; held rewards and unknown ids are left alone', async () => {
  const [one, held] = [await givenDoubtful(deps), await givenHeld(deps)]
  const unknown = randomUUID()
  expect(await acceptReviews(deps, fatuma, { ids: [one.id, held.id, unknown, one.id] })).toEqual({
    acceptedCount: 1,
    results: [
      { id: one.id, outcome: 'accepted' },
      { id: held.id, outcome: 'decided' },
      { id: unknown, outcome: 'unknown-id' },
    ],
  })
  expect(await postings(one.memberId)).toHaveLength(1)
  expect(await pointsOf(held.memberId)).toBe(0)
})

test('staff see the answers beside the right one, and the member’s record', async () => {
  const { id } = await givenHeld(deps)
  expect(await getReview(deps, { id })).toMatchObject({
    flags: ['not-opened', 'attention-check'],
    takenSeconds: null,
    completedBefore: 0,
    answers: [
      { id: 1, answer: 'Bank', expected: 'SACCO' },
      { id: 2, answer: 4, expected: null },
      { id: 3, answer: 'yes' },
      { id: 4, answer: null },
    ],
  })
  await expect(getReview(deps, { id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the database keeps what was found, said and decided', async () => {
  const { id } = await givenHeld(deps)
  await decideReview(deps, fatuma, { id, ...reject })
  for (const change of [
    sql`flags = '{too-fast}'`,
    sql`points = 9`,
    sql`reason = 'Another'`,
    sql`decided_by = 'staff:juma'`,
  ]) {
    await expect(sql`update survey_review set ${change} where review_id = ${id}`.execute(db)).rejects.toThrow(
      'never changed',
    )
  }
})
const maker = await givenSettled(deps, { role: 'content' })
const checker = await givenSettled(deps, { role: 'content' })

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
