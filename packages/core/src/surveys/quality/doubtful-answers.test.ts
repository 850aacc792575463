import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { SignedInMember } from '../../caller.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { givenCheckedSurvey, heldAnswers } from '../reviews/testing.ts'
import { getSurvey, listSurveys, startSurvey } from '../surveys.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const complete = async (member: SignedInMember, answers: Record<string, string | number> = goodAnswers) =>
  completeSurvey(deps, member, { surveyId: await givenSurvey(db), answers })

async function readReviews({ memberId }: SignedInMember) {
  const rows = await db
    .selectFrom('surveyReview')
    .select(['state', 'flags', 'takenSeconds'])
    .where('memberId', '=', memberId)
    .orderBy('openedAt')
    .execute()
  return rows
}

/** Move everything that a member was sent and has done into the past. */
async function passSeconds({ memberId }: SignedInMember, seconds: number) {
  const past = sql<Date>`- make_interval(secs => ${seconds})`
  await sql`update task_list_view set seen_at = seen_at ${past} where member_id = ${memberId}`.execute(db)
  await sql`alter table survey_attempt disable trigger survey_attempt_guard`.execute(db)
  await sql`update survey_attempt set started_at = started_at ${past}, completed_at = completed_at ${past}
    where member_id = ${memberId}`.execute(db)
  await sql`alter table survey_attempt enable trigger survey_attempt_guard`.execute(db)
}

test('of ten surveys at once four are paid, and the rewards of the others are held', async () => {
  const bot = await givenMember(db)
  const surveyIds = await Promise.all(Array.from({ length: 10 }, () => givenSurvey(db)))
  await listSurveys(deps, bot)
  await startTogether(db, bot.memberId, () =>
    surveyIds.map((surveyId) => completeSurvey(deps, bot, { surveyId, answers: goodAnswers })),
  )
  expect(await listTransactions(db, bot.memberId, { limit: 20 })).toHaveLength(4)
  const reviews = await readReviews(bot)
  expect(reviews.map(({ state }) => state).toSorted()).toEqual([
    ...Array<string>(4).fill('doubtful'),
    ...Array<string>(6).fill('held'),
  ])
})

test('a quick first survey pays at once, and its doubt is there for a withdrawal', async () => {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  await listSurveys(deps, member)
  expect(await completeSurvey(deps, member, { surveyId, answers: goodAnswers })).toEqual({
    pointsEarned: 5,
    earnedAmount: 5000,
    availablePoints: 5,
  })
  const doubtful = await db
    .selectFrom('surveyReview')
    .select(['surveyId', 'flags', 'state'])
    .where('memberId', '=', member.memberId)
    .execute()
  expect(doubtful).toEqual([{ surveyId, flags: ['too-fast'], state: 'doubtful' }])
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([{ review: null }])
})

test.each<[string, (member: SignedInMember, surveyId: string) => Promise<unknown>]>([
  ['started', (member, surveyId) => startSurvey(deps, member, { surveyId })],
  ['opened', (member, surveyId) => getSurvey(deps, member, { surveyId })],
  ['only listed', (member) => listSurveys(deps, member)],
])('time counts from when the survey was %s', async (_, send) => {
  const [slow, fast] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenSurvey(db)
  for (const member of [slow, fast]) await send(member, surveyId)
  await passSeconds(slow, 6)
  for (const member of [slow, fast]) await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await readReviews(slow)).toEqual([])
  expect(await readReviews(fast)).toMatchObject([{ flags: ['too-fast'], takenSeconds: 0 }])
})

test('no second counts for two surveys', async () => {
  const member = await givenMember(db)
  await listSurveys(deps, member)
  await passSeconds(member, 3600)
  await complete(member)
  expect(await readReviews(member)).toEqual([])
  await complete(member)
  expect(await readReviews(member)).toMatchObject([{ flags: ['too-fast'], takenSeconds: 0 }])
})

test('the sixth flagged survey of a day is held, however slow the others were sent', async () => {
  const member = await givenMember(db)
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    await complete(member)
    await passSeconds(member, 4000)
  }
  expect((await readReviews(member)).map(({ state }) => state)).toEqual([
    ...Array<string>(5).fill('doubtful'),
    'held',
  ])
})

test('the fifth member with the same words waits, and another question is another text', async () => {
  const surveyId = await givenSurvey(db)
  const text = 'I put money aside for school fees'
  const states = []
  for (const words of [
    text,
    `${text}!`,
    text.toUpperCase(),
    `${text} .`,
    ` ${text}`,
    'Mother gets a new roof from it',
  ]) {
    const member = await givenMember(db)
    await startSurvey(deps, member, { surveyId })
    await passSeconds(member, 60)
    const { status } = await completeSurvey(deps, member, {
      surveyId,
      answers: { ...goodAnswers, '4': words },
    })
    states.push(status ?? 'paid')
  }
  expect(states).toEqual(['paid', 'paid', 'paid', 'paid', 'held', 'paid'])
  const elsewhere = await givenMember(db)
  expect(await complete(elsewhere, { ...goodAnswers, '4': text })).toMatchObject({ pointsEarned: 5 })
})

test('a member who gives one text to several surveys is in doubt', async () => {
  const member = await givenMember(db)
  for (const words of ['I put money aside for school fees', 'i put money aside, for school fees']) {
    await listSurveys(deps, member)
    await passSeconds(member, 60)
    await complete(member, { ...goodAnswers, '4': words })
  }
  expect(await readReviews(member)).toMatchObject([{ flags: ['same-as-own'] }])
})

test('a held reward is promised with its time, and a repeat of the call pays nothing', async () => {
  const member = await givenMember(db, { points: 1 })
  const surveyId = await givenCheckedSurvey(db)
  const held = {
    pointsEarned: 0,
    earnedAmount: 0,
    availablePoints: 1,
    status: 'held',
    heldPoints: 5,
    arrivesBy: expect.any(Date),
    message: { code: 'ANSWERS_CHECKED', params: { points: 5, hours: 48 } },
  }
  for (const _ of ['first', 'again']) {
    expect(await completeSurvey(deps, member, { surveyId, answers: heldAnswers })).toEqual(held)
  }
  expect(await listTransactions(db, member.memberId, { limit: 5 })).toMatchObject([{ kind: 'adjustment' }])
  expect(await listUserSurveys(db, member.memberId)).toMatchObject([
    { status: 'completed', review: { state: 'held', reason: null, until: expect.any(Date) } },
  ])
  const holds = await db.selectFrom('hold').selectAll().where('memberId', '=', member.memberId).execute()
  expect(holds).toMatchObject([
    { subject: 'survey', subjectId: surveyId, reason: 'survey-quality', endedAt: null },
  ])
})
