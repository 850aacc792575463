import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenMember, openTestDb } from '../testing.ts'
import { completeSurvey, rateSurvey } from './complete-survey.ts'
import { describeFairness, measureSurveys } from './fairness.ts'
import { getSurvey, listSurveys, startSurvey } from './surveys.ts'
import { givenSurvey, goodAnswers } from './testing.ts'

const { db, deps } = await openTestDb()

/** Complete a survey that began `minutes` ago. */
async function givenComplete(surveyId: string, minutes: number) {
  const member = await givenMember(db)
  await startSurvey(deps, member, { surveyId })
  await sql`
    update survey_attempt set started_at = started_at - make_interval(mins => ${minutes})
    where member_id = ${member.memberId}
  `.execute(db)
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  return member
}

const fairnessOf = async (surveyId: string) =>
  (await getSurvey(deps, await givenMember(db), { surveyId })).fairness

test('the stated length stands until ten accepted completes are measured', async () => {
  const surveyId = await givenSurvey(db)
  // Nobody has ended it: $5.00 are 5 points of KES 1,000 for 15 minutes.
  const stated = { measuredCompletes: 0, minutes: null, screenOutPercent: null, kesPerHour: 20_000 }
  expect(await fairnessOf(surveyId)).toEqual(stated)
  for (const minutes of [2, 3, 4, 5, 6, 6, 7, 8, 9]) await givenComplete(surveyId, minutes)
  await measureSurveys(deps)
  expect(await fairnessOf(surveyId)).toEqual({ ...stated, measuredCompletes: 9 })
  await givenComplete(surveyId, 90)
  await measureSurveys(deps)
  const measured = {
    measuredCompletes: 10,
    minutes: 6,
    screenOutPercent: 0,
    kesPerHour: expect.closeTo(50_000, -2),
  }
  expect(await fairnessOf(surveyId)).toEqual(measured)
  const listed = (await listSurveys(deps, await givenMember(db))).find(({ id }) => id === surveyId)
  expect(listed?.fairness).toEqual(measured)
})

test('rejected answers stop counting, and completes without a start are not timed', async () => {
  const surveyId = await givenSurvey(db)
  const members = []
  for (let place = 0; place < 11; place += 1) members.push(await givenComplete(surveyId, 4))
  for (let place = 0; place < 12; place += 1) {
    await completeSurvey(deps, await givenMember(db), { surveyId, answers: goodAnswers })
  }
  await measureSurveys(deps)
  expect(await fairnessOf(surveyId)).toMatchObject({ measuredCompletes: 23, minutes: 4 })
  await sql`
    insert into survey_review (member_id, survey_id, state, flags, points, minimum_seconds, until, reason, decided_at, decided_by)
    values (${members[0]?.memberId}, ${surveyId}, 'rejected', '{too-fast}', 5, 1, now(), 'No', now(), 'staff:content')
    on conflict (member_id, survey_id) do update
      set state = 'rejected', reason = 'No', decided_at = now(), decided_by = 'staff:content'
  `.execute(db)
  await measureSurveys(deps)
  expect(await fairnessOf(surveyId)).toMatchObject({ measuredCompletes: 22 })
})

test('a card shows the mean of the stars of those who were accepted, and nothing while nobody rated', async () => {
  const surveyId = await givenSurvey(db)
  const shown = async () => {
    await measureSurveys(deps)
    const { rating, ratingCount } = await getSurvey(deps, await givenMember(db), { surveyId })
    return { rating, ratingCount }
  }
  const rate = (member: Parameters<typeof rateSurvey>[1], rating: number) =>
    rateSurvey(deps, member, { surveyId, rating })
  const [one, two, three] = [
    await givenComplete(surveyId, 4),
    await givenComplete(surveyId, 4),
    await givenComplete(surveyId, 4),
  ]
  expect(await shown()).toEqual({ rating: 0, ratingCount: 0 })
  await rate(one, 1)
  await Promise.all([rate(one, 5), rate(two, 4), rate(three, 4)])
  expect(await shown(), 'the last of each counts').toEqual({ rating: 4.3, ratingCount: 3 })
  await sql`
    insert into survey_review (member_id, survey_id, state, flags, points, minimum_seconds, until, reason, decided_at, decided_by)
    values (${one.memberId}, ${surveyId}, 'rejected', '{too-fast}', 5, 1, now(), 'No', now(), 'staff:content')
  `.execute(db)
  expect(await shown(), 'not of rejected answers').toEqual({ rating: 4, ratingCount: 2 })

  const begun = await givenMember(db)
  await startSurvey(deps, begun, { surveyId })
  for (const member of [begun, await givenMember(db)])
    await expect(rate(member, 5)).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
})

const measured = {
  kind: 'questions' as const,
  duration: 15,
  completeCount: 30,
  screenOutCount: 10,
  completeSeconds: 600,
  screenOutSeconds: 120,
}
const promised = { points: 8, screenOutPoints: 2, kesPerPoint: 100 }

test('an hour counts the time of those who are turned away, and what they get', () => {
  // Of four people three get 8 points for 10 minutes, and one gets 2 for 2 minutes.
  const kesPerHour = Math.round((26 * 100 * 60) / 32)
  expect(describeFairness(measured, promised)).toEqual({
    measuredCompletes: 30,
    minutes: 10,
    screenOutPercent: 25,
    kesPerHour,
  })
})

test.each([
  ['an instant survey has no hours', { kind: 'instant' as const }, { kesPerHour: null }],
  [
    'an hour counts seconds, not rounded minutes',
    { completeSeconds: 87, screenOutCount: 0 },
    { minutes: 1, kesPerHour: 33_103 },
  ],
  ['a partner’s length is only stated', { completeSeconds: null }, { minutes: null }],
  ['a few clicks a second count as a minute', { completeSeconds: 3 }, { minutes: 1 }],
  [
    'nine endings say nothing about screening',
    { completeCount: 4, screenOutCount: 5 },
    { screenOutPercent: null },
  ],
  [
    'a survey that nobody may finish pays what a screen-out pays',
    { completeCount: 0, screenOutCount: 12 },
    { screenOutPercent: 100, kesPerHour: 6000 },
  ],
])('%s', (_, given, expected) => {
  expect(describeFairness({ ...measured, ...given }, promised)).toMatchObject(expected)
})
