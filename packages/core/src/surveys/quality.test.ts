import { randomUUID } from 'node:crypto'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff } from '../admin/testing.ts'
import type { SignedInMember } from '../caller.ts'
import { givenMember, openTestDb, readRow, readRows } from '../testing.ts'
import { completeSurvey } from './complete-survey.ts'
import { isNonsense, isTelling, listOpenAnswers, normaliseAnswer } from './quality.ts'
import { publishQuestionnaire } from './questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions } from './questionnaire/testing.ts'
import { buildQuestions } from './questions.ts'
import { givenCheckedSurvey, heldAnswers } from './reviews/testing.ts'
import { getReview } from './reviews.ts'
import { getSurvey, listSurveys, startSurvey } from './surveys.ts'
import { fourQuestions, givenSurvey, goodAnswers } from './testing.ts'

const { db, deps } = await openTestDb()

const complete = async (member: SignedInMember, answers: Record<string, string | number> = goodAnswers) =>
  completeSurvey(deps, member, { surveyId: await givenSurvey(db), answers })

async function readReviews({ memberId }: SignedInMember) {
  const rows = await readRows(
    db,
    'surveyReview',
    ['state', 'flags', 'takenSeconds'],
    { memberId },
    'openedAt',
  )
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
  const doubtful = await readRows(db, 'surveyReview', ['surveyId', 'flags', 'state'], {
    memberId: member.memberId,
  })
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

const ask = (given: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id: 1,
  type: 'rating',
  question: 'one two three four five',
  options: [],
  required: true,
  ...given,
})

const words = (count: number) => Array<string>(count).fill('word').join(' ')

test.each<[string, SurveyQuestion[], number]>([
  ['nothing', [], 0],
  ['a rating after five words', [ask()], 2],
  ['a typed answer', [ask({ type: 'text' })], 5],
  ['an optional one, which is only read', [ask({ required: false })], 1],
  ['400 words in a minute, and a tap', [ask({ question: words(400) })], 61],
  [
    'choices at half of it',
    [ask({ type: 'multiple-choice', question: words(1), options: [words(399), words(409)] })],
    62,
  ],
  ['one question of each type', fourQuestions, 6],
  ['questions built from a category', buildQuestions('finance'), 16],
])('%s: %#', (_, questions, seconds) => {
  expect(minimumSeconds(questions)).toBe(seconds)
})

test.each([
  ['  School FEES,  and… rent! ', 'school fees and rent'],
  ['Ｆｕｌｌ width', 'full width'],
  ['...', ''],
])('%j is compared as %j', (text, normal) => {
  expect(normaliseAnswer(text)).toBe(normal)
})

test.each([
  ['none', false],
  ['i have no comment', false],
  ['lower prices for maize flour', true],
  ['averyveryverylongwordwithoutspaces', false],
])('%j tells something about who wrote it: %s', (text, isTold) => {
  expect(isTelling(text)).toBe(isTold)
})

test.each([
  ['aaaa', true],
  ['a a a a a', true],
  ['asdfghjkl', true],
  ['asdf qwer', false],
  ['asdasd', true],
  ['12345', true],
  ['aaa', false],
  ['zzz top', false],
  ['saving for school', false],
  ['asali', false],
  // Swahili, Sheng, abbreviations, other scripts and short answers are words.
  ['ok', false],
  ['sawa sana sana sana', false],
  ['niko fiti msee hakuna stori', false],
  ['mbwa mchwa ng ombe', false],
  ['nhif na kplc', false],
  ['mmmh', false],
  ['አዎ ጥሩ ነው', false],
  ['не знаю', false],
  ['نعم شكرا جزيلا', false],
  ['good good good good good', true],
  ['sdfkjh hgkjdf', true],
])('%j has no words: %s', (text, isEmpty) => {
  expect(isNonsense(text)).toBe(isEmpty)
})

test('only typed answers are compared, and empty ones are none', () => {
  const typed = new Map<number, string | number>([
    [1, 'SACCO'],
    [4, 'A Roof!'],
  ])
  expect(listOpenAnswers(fourQuestions, typed)).toEqual([{ questionId: 4, text: 'a roof' }])
  expect(listOpenAnswers(fourQuestions, new Map([[4, '']]))).toEqual([])
})

const { actor: staff } = await givenStaff(deps)

async function readSigns({ memberId }: SignedInMember) {
  const { reviewId: id } = await readRow(db, 'surveyReview', ['reviewId'], { memberId })
  const { score, signs } = await getReview(deps, { id })
  return { score, signs }
}

const household = {
  ...givenQuestions(
    { code: 'people', type: 'number', min: 1, max: 30 },
    { code: 'children', type: 'number', min: 0, max: 30, required: false },
  ),
  contradictions: [
    { if: { '>=': [{ var: 'children' }, { var: 'people' }] }, note: 'No adult lives in the household' },
  ],
}

async function givenHousehold() {
  const surveyId = await givenDraft(db, household)
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  return surveyId
}

test('answers that their author says cannot be true are flagged, and the person who checks them reads why', async () => {
  const member = await givenMember(db)
  const surveyId = await givenHousehold()
  await completeSurvey(deps, member, { surveyId, answers: { '1': 3, '2': 4 } })
  const { score, signs } = await readSigns(member)
  expect(signs).toContainEqual({
    flag: 'contradiction',
    points: 20,
    questionIds: [2, 1],
    notes: ['No adult lives in the household'],
  })
  expect(score).toBe(40)
})

test('a contradiction between questions of which one has no answer is none', async () => {
  const member = await givenMember(db)
  const surveyId = await givenHousehold()
  await completeSurvey(deps, member, { surveyId, answers: { '1': 3 } })
  const { signs } = await readSigns(member)
  expect(signs.map(({ flag }) => flag)).toEqual(['not-opened'])
})

/** Others who completed a survey, each in this time. */
async function givenOthers(surveyId: string, { count, seconds }: { count: number; seconds: number }) {
  for (let other = 0; other < count; other += 1) {
    const { memberId } = await givenMember(db)
    await sql`insert into survey_attempt
        (member_id, survey_id, attempt_id, status, reward_points, questions, started_at, completed_at, ended_at)
      values (${memberId}, ${surveyId}, ${randomUUID()}, 'completed', 5, '[]',
        now() - make_interval(secs => ${seconds}), now(), now())`.execute(db)
  }
}

/** A member who started a survey this long ago. */
async function givenStarted(surveyId: string, seconds: number) {
  const member = await givenMember(db)
  await startSurvey(deps, member, { surveyId })
  const past = sql`make_interval(secs => ${seconds})`
  await sql`update survey_attempt set started_at = started_at - ${past}
    where member_id = ${member.memberId}`.execute(db)
  await sql`update task_list_view set seen_at = seen_at - ${past}
    where member_id = ${member.memberId}`.execute(db)
  return member
}

test('less than a third of the median of twenty others is a flag with the figures', async () => {
  const surveyId = await givenSurvey(db)
  await givenOthers(surveyId, { count: 20, seconds: 600 })
  const hurried = await givenStarted(surveyId, 150)
  await completeSurvey(deps, hurried, { surveyId, answers: goodAnswers })
  expect(await readSigns(hurried)).toEqual({
    score: 20,
    signs: [
      {
        flag: 'faster-than-others',
        points: 20,
        measured: 150,
        limit: 200,
        others: { medianSeconds: 600, count: 20 },
      },
    ],
  })
})
