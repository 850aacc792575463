import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { surveyResultsInput } from '@chuma/contract/surveys/results'
import { listUserSurveys } from '@chuma/db/queries/surveys/survey-attempts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveProfileAnswer, withdrawAnswer } from '../../profile/profile.ts'
import { givenMember, openTestDb } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { getDraft, publishQuestionnaire, saveQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf } from '../questionnaire/testing.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'
import { exportCodebook } from './export-results.ts'
import { getCrossTab } from './get-cross-tab.ts'
import { getSurveyResults } from './get-survey-results.ts'
import { binNumbers } from './suppress.ts'
import { exportText } from './testing.ts'

const { db, deps } = await openTestDb()
const staff = { name: 'staff:analyst', address: null }
const RAW = { isRaw: true }

const id = await givenDraft(
  db,
  givenQuestions(
    { code: 'place', type: 'multiple-choice', options: optionsOf('town', 'country') },
    { code: 'drinks', type: 'choices', options: [...optionsOf('tea', 'coffee'), other()] },
    { code: 'cups', type: 'number', min: 0, max: 20 },
    { code: 'shops', type: 'grid', rows: optionsOf('kiosk', 'market'), columns: optionsOf('never', 'often') },
    { code: 'liking', type: 'scale', from: 0, to: 10 },
  ),
)
function other() {
  return { code: 'else', kind: 'other' as const, words: { en: 'Something else' } }
}
await publishQuestionnaire(deps, staff, { id, version: 1 })

/** Four people in town and two in the country. */
for (let number = 0; number < 6; number++) {
  const member = await givenMember(db)
  await completeSurvey(deps, member, {
    surveyId: id,
    answers: {
      '1': number < 4 ? 'town' : 'country',
      '2': number === 0 ? { choices: ['tea', 'else'], other: 'Uji' } : { choices: ['tea', 'coffee'] },
      '3': number,
      '4': { rows: { kiosk: number < 5 ? 'often' : 'never', market: 'never' } },
      '5': 10,
    },
  })
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
}
const ask = (given: object = {}) => surveyResultsInput.parse({ id, ...given })

test('every type of question is counted by its codes, and shown in words', async () => {
  const { questions, version, versions } = await getSurveyResults(deps, RAW, ask())
  expect({ version, versions }).toEqual({ version: 1, versions: [1] })
  const countsOf = (at: number) => questions[at]?.rows.map(({ label, count }) => [label, count])
  expect(countsOf(0)).toEqual([
    ['The town', 4],
    ['The country', 2],
  ])
  expect(countsOf(1)).toEqual([
    ['The tea', 6],
    ['The coffee', 5],
    ['Something else', 1],
  ])
  expect(questions[1]).toMatchObject({ base: 6, isMultiple: true })
  expect(questions[1]?.rows[1]?.share?.share).toBeCloseTo(5 / 6, 8)
  expect(questions[2]).toMatchObject({ part: 'other', type: 'text', base: 1 })
  expect(questions[3]).toMatchObject({ base: 6, mean: { mean: 2.5 } })
  expect(questions.slice(4, 6).map(({ question, part }) => [part, question])).toEqual([
    ['kiosk', 'About shops? The kiosk'],
    ['market', 'About shops? The market'],
  ])
  expect(countsOf(4)).toEqual([
    ['The never', 1],
    ['The often', 5],
  ])
  expect(questions[6]).toMatchObject({ mean: { mean: 10, deviation: 0 } })
})

test('an option may be called as a part of an answer is', async () => {
  const surveyId = await givenDraft(
    db,
    givenQuestions({ code: 'q', type: 'multiple-choice', options: optionsOf('other', 'choices', 'rows') }),
  )
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  for (const code of ['other', 'choices', 'rows', 'rows'])
    await completeSurvey(deps, await givenMember(db), { surveyId, answers: { '1': code } })
  const { questions } = await getSurveyResults(deps, RAW, { id: surveyId, quality: 'all' })
  expect(questions.map(({ base, rows }) => [base, rows.map(({ count }) => count)])).toEqual([[4, [1, 1, 2]]])
})

test('several answers are set against groups by who answered', async () => {
  const { columns, rows } = await getCrossTab(deps, RAW, { id, quality: 'accepted', rows: 2, columns: 1 })
  expect(columns.map(({ label, base }) => [label, base])).toEqual([
    ['The town', 4],
    ['The country', 2],
  ])
  expect(rows.map(({ cells }) => cells.map(({ share }) => share))).toEqual([
    [1, 1],
    [0.75, 1],
    [0.25, 0],
  ])
})

test.each([2, 3, 4])('question %i makes no groups', async (columns) => {
  const crossed = getCrossTab(deps, RAW, { id, quality: 'accepted', rows: 1, columns })
  await expect(crossed).rejects.toMatchObject({ failure: { code: 'INVALID_INPUT' } })
})

test('an unknown version is refused by name', async () => {
  await expect(getSurveyResults(deps, RAW, ask({ version: 7 }))).rejects.toMatchObject({
    failure: { code: 'INVALID_INPUT' },
    fields: { version: expect.anything() },
  })
})

test('the file has a column for each choice and each row of a grid', async () => {
  const [header = '', ...rows] = (await exportText(deps, { id })).trim().split('\r\n')
  const first = header.split(',').indexOf('place')
  expect(header.split(',').slice(first)).toEqual([
    'place',
    'drinks_tea',
    'drinks_coffee',
    'drinks_else',
    'drinks_else_text',
    'cups',
    'shops_kiosk',
    'shops_market',
    'liking',
  ])
  const answersOf = (row: string) => row.split(',').slice(first).join(',')
  expect(rows.map(answersOf)).toContain('town,1,0,1,Uji,0,often,never,10')
  expect(await exportCodebook(deps, { id })).toContain(
    'drinks_tea,About drinks?,The tea,choices,1,1,Chosen,\r\n',
  )
})

test('many numbers are put into ranges, few stay as they are', () => {
  const tally = { people: 1, weighed: 1 }
  const of = (count: number) => new Map(Array.from({ length: count }, (_, at) => [String(at * 7), tally]))
  expect([...binNumbers(of(3)).keys()]).toEqual(['0', '7', '14'])
  const bins = binNumbers(of(40))
  expect([...bins.keys()].slice(0, 2)).toEqual(['0 to under 50', '50 to under 100'])
  expect([...bins.values()].reduce((sum, { people }) => sum + people, 0)).toBe(40)
})

test('answers to a plain list stay readable once its survey has a questionnaire, if there are five', async () => {
  const surveyId = await givenSurvey(db)
  const complete = async () => {
    const member = await givenMember(db)
    await completeSurvey(deps, member, { surveyId, answers: { '1': 'Bank', '2': 4, '3': 'yes' } })
    await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  }
  for (let number = 0; number < 4; number++) await complete()
  const late = await givenMember(db)
  await startSurvey(deps, late, { surveyId })
  const list = questionnaire.parse((await getDraft(deps, { id: surveyId })).questionnaire)
  await saveQuestionnaire(deps, staff, { id: surveyId, version: 0, questionnaire: list })
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  const read = (version?: number) =>
    getSurveyResults(deps, RAW, surveyResultsInput.parse({ id: surveyId, version }))
  expect(await read()).toMatchObject({ version: null, versions: [1], base: 4 })
  await expect(read(0)).rejects.toMatchObject({ code: 'INVALID_INPUT' })

  // The fifth began while the list was asked.
  await completeSurvey(deps, late, { surveyId, answers: { '1': 'Bank', '2': 4, '3': 'yes' } })
  await db.deleteFrom('surveyReview').where('memberId', '=', late.memberId).execute()
  await completeSurvey(deps, await givenMember(db), {
    surveyId,
    answers: { '1': 'Bank', '2': 4, '3': 'yes' },
  })
  await db.deleteFrom('surveyReview').execute()
  const together = await read()
  expect(together).toMatchObject({ version: null, versions: [1, 0], base: 6 })
  expect(together.questions[0]?.rows.map(({ answer, label, count }) => [answer, label, count])).toEqual([
    ['o1', 'Bank', 6],
    ['o2', 'SACCO', 0],
  ])
  expect((await getSurveyResults(deps, RAW, ask({ id: surveyId, who: '1=o1' }))).base).toBe(6)
  expect(await read(1)).toMatchObject({ version: 1, base: 1 })
  const listed = await read(0)
  expect(listed).toMatchObject({ version: 0, versions: [1, 0], base: 5 })
  expect(listed.questions[0]?.rows.map(({ label, count }) => [label, count])).toEqual([
    ['Bank', 5],
    ['SACCO', 0],
  ])
})

async function givenCompleted(surveyId: string, answers = {}) {
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId, answers: { ...goodAnswers, ...answers } })
  await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  return async () => (await listUserSurveys(db, member.memberId, { limit: 1 }))[0]?.deliveries
}

test('a member sees who received their answers, once for each recipient', async () => {
  const surveyId = await givenSurvey(db)
  const read = await givenCompleted(surveyId)
  expect(await read()).toEqual([])
  await exportText(deps, { id: surveyId })
  await exportText(deps, { id: surveyId, format: 'json' })
  const { rows } = await sql<{ today: string }>`select business_day(now())::text as today`.execute(db)
  const { name: recipient } = await deps.product()
  expect(await read()).toEqual([{ recipient, deliveredOn: rows[0]?.today }])
})

test('a member’s export lists only files that had their answers', async () => {
  const surveyId = await givenSurvey(db)
  const read = await givenCompleted(surveyId)
  await exportText(deps, { id: surveyId, who: '1=Bank' })
  await exportText(deps, { id: surveyId, to: '2026-01-01' })
  await exportText(deps, { id: await givenSurvey(db) })
  expect(await read()).toEqual([])
  await exportText(deps, { id: surveyId, who: '1=SACCO' })
  expect(await read()).toHaveLength(1)
  const later = await givenCompleted(surveyId)
  expect(await later()).toEqual([])
})

test('a file of one group is of its members, and of those who withdrew what put them in it', async () => {
  const surveyId = await givenSurvey(db)
  const [woman, man] = [await givenMember(db), await givenMember(db)]
  for (const [member, code] of [
    [woman, 'female'],
    [man, 'male'],
  ] as const) {
    const said = {
      attribute: 'sex' as const,
      codes: [code],
      isConsented: true as const,
      source: 'page' as const,
    }
    await saveProfileAnswer(deps, member, said)
    await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
    await db.deleteFrom('surveyReview').where('memberId', '=', member.memberId).execute()
  }
  await exportText(deps, { id: surveyId, profile: 'sex=female' })
  const read = async ({ memberId }: { memberId: string }) =>
    (await listUserSurveys(db, memberId, { limit: 1 }))[0]?.deliveries.length
  expect([await read(woman), await read(man)]).toEqual([1, 0])
  await withdrawAnswer(deps, woman, { attribute: 'sex' })
  expect(await read(woman)).toBe(1)
})
