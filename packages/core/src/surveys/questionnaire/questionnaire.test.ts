import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { invalidField } from '../../app-error.ts'
import { saveProfileAnswer } from '../../profile/profile.ts'
import { givenMember, openTestDb, readRow, readRows, refusals } from '../../testing.ts'
import { completeSurvey, saveAnswer } from '../complete-survey.ts'
import { getOffer, updateSurvey } from '../offers/offers.ts'
import { getSurvey, listSurveys, startSurvey } from '../surveys.ts'
import { fourQuestions, givenSurvey } from '../testing.ts'
import {
  checkDraft,
  exportQuestionnaire,
  getDraft,
  listQuestionnaireVersions,
  publishQuestionnaire,
  readQuestionnaireCsv,
  saveQuestionnaire,
  writeQuestionnaireCsv,
} from './save-questionnaire.ts'
import { tryQuestionnaire } from './take-answers.ts'
import { givenDraft, givenQuestions, readTeaQuestionnaire, startAtSurvey } from './testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const tea = readTeaQuestionnaire()

/** A published survey about tea that pays 5 points, and 2 to members who drink none. */
async function givenTea(questionnaire = tea) {
  const surveyId = await givenDraft(db, questionnaire)
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 1 })
  await sql`update survey set screen_out_points = 2 where survey_id = ${surveyId}`.execute(db)
  return surveyId
}

const linesOf = async (memberId: string) =>
  (await listTransactions(db, memberId, { limit: 10 })).map(({ description, points }) => [
    description,
    points,
  ])

const goodAnswers = {
  '1': 'yes',
  '2': 3,
  '3': { choices: ['hill', 'lake'] },
  '4': 'Lake Tea',
  '5': { rows: { price: 'good', taste: 'good' } },
}

test('a member is asked what their answers lead to, in their language, and completes', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const [listed] = (await listSurveys(deps, member)).filter(({ id }) => id === surveyId)
  expect(listed).toMatchObject({ questionCount: 6, rewardPoints: 5, screenOutPoints: 2 })

  const save = (questionId: number, answer: Parameters<typeof saveAnswer>[2]['answer'], language = 'sw') =>
    saveAnswer(deps, member, { surveyId, questionId, answer, language, version: 1 })
  const first = await getSurvey(deps, member, { surveyId, language: 'sw', show: 'asked' })
  expect(first).toMatchObject({ version: 1, languages: ['en', 'sw'], answers: {} })
  expect(first.questions.map(({ question }) => question)).toEqual(['Je, unakunywa chai?'])

  expect(await save(1, 'yes')).toMatchObject({
    next: 2,
    sections: [{ title: 'Chai yako', questionIds: [2, 3] }],
  })
  expect(await save(2, 3)).toMatchObject({ next: 3 })
  expect(await save(3, { choices: ['hill', 'lake'] })).toMatchObject({ next: 4 })
  expect(await save(4, 'Chai ya Ziwa')).toMatchObject({ next: 5 })
  expect(await save(5, { rows: { price: 'good', taste: 'bad' } })).toMatchObject({ next: 6 })
  expect(await save(6, '')).toMatchObject({ next: null })
  expect((await getSurvey(deps, member, { surveyId })).answers).toMatchObject({ 2: 3, 4: 'Lake Tea' })

  expect(await completeSurvey(deps, member, { surveyId, answers: {} })).toMatchObject({ pointsEarned: 5 })
  const attempt = await readRow(db, 'surveyAttempt', ['status', 'questionnaireVersion', 'questions'], {
    memberId: member.memberId,
  })
  expect(attempt).toMatchObject({ status: 'completed', questionnaireVersion: 1 })
  expect(attempt.questions.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
})

test('answers to questions that are not asked are left out and named, also behind a screen-out', async () => {
  const [drinker, other] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  const everything = { ...goodAnswers, '3': ['hill'], '4': 'Lake Tea', '6': 'Nothing' }
  expect(await completeSurvey(deps, drinker, { surveyId, answers: everything })).toMatchObject({
    pointsEarned: 5,
    ignored: [4, 6],
  })
  expect(
    await completeSurvey(deps, other, { surveyId, answers: { ...everything, '1': 'No' } }),
  ).toMatchObject({ pointsEarned: 2, screenedOut: { reason: 'This survey is for people who drink tea.' } })
  const stored = await readRows(db, 'surveyAnswer', ['memberId', 'questionId'], { surveyId })
  const idsOf = ({ memberId }: typeof drinker) =>
    stored.flatMap((row) => (row.memberId === memberId ? [row.questionId] : [])).sort()
  expect([idsOf(drinker), idsOf(other)]).toEqual([[1, 2, 3, 5], [1]])
})

test('a screened-out member gets the promised points at once, and once, whatever twenty tabs send', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  await startSurvey(deps, member, { surveyId })
  const race = await startTogether<unknown>(db, member.memberId, () => [
    ...Array.from({ length: 10 }, () => saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no' })),
    ...Array.from({ length: 10 }, () => completeSurvey(deps, member, { surveyId, answers: { '1': 'no' } })),
  ])
  expect(refusals(race)).toEqual(Array(19).fill('SURVEY_FINISHED'))
  const lines = await linesOf(member.memberId)
  expect(lines).toEqual([[expect.stringMatching(/^Screened out: Saving/), 2]])
  const survey = await getSurvey(deps, member, { surveyId })
  expect(survey.status).toBe('screened_out')
})

test('the answer that screens out says why, in the language of the question', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const saved = await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no', language: 'sw' })
  expect(saved).toMatchObject({
    next: null,
    screenedOut: { reason: 'Utafiti huu ni wa wanywaji wa chai.', pointsEarned: 2, availablePoints: 2 },
  })
})

test('the screen-out reward is the one of the start, and never above the reward', async () => {
  const [early, late] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  await startSurvey(deps, early, { surveyId })
  await sql`update survey set screen_out_points = 500 where survey_id = ${surveyId}`.execute(db)
  const screenedOut = async (member: typeof early) =>
    (await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'no' })).screenedOut?.pointsEarned
  expect([await screenedOut(early), await screenedOut(late)]).toEqual([2, 5])
})

test.each([
  ['a hidden question', { questionId: 4, answer: 'Lake Tea' }, { questionId: 'SURVEY_QUESTION_HIDDEN' }],
  ['another version', { questionId: 1, answer: 'yes', version: 2 }, { version: 'SURVEY_VERSION_CHANGED' }],
])('an answer to %s is refused by name', async (_, given, expected) => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const codes = Object.entries(expected).map(([field, code]) => [field, [expect.objectContaining({ code })]])
  await expect(saveAnswer(deps, member, { surveyId, ...given })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: Object.fromEntries(codes),
  })
})

test('a saved answer that became hidden does not count, is named, and comes back with its question until then', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  for (const [id, answer] of Object.entries(goodAnswers)) {
    await saveAnswer(deps, member, { surveyId, questionId: Number(id), answer })
  }
  const change = (choices: string[]) =>
    saveAnswer(deps, member, { surveyId, questionId: 3, answer: { choices } })
  await change(['hill'])
  expect((await getSurvey(deps, member, { surveyId })).answers).not.toHaveProperty('4')
  await change(['hill', 'lake'])
  expect((await getSurvey(deps, member, { surveyId })).answers).toMatchObject({ 4: 'Lake Tea' })
  await change(['hill'])
  expect(await completeSurvey(deps, member, { surveyId, answers: {} })).toMatchObject({
    pointsEarned: 5,
    ignored: [4],
  })
  const kept = await readRows(db, 'surveyAnswer', ['questionId'], { memberId: member.memberId })
  expect(kept.map(({ questionId }) => questionId).sort()).toEqual([1, 2, 3, 5])
})

test('who started with a version is asked it to the end, and the others are asked the next', async () => {
  const [early, late] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea()
  await startSurvey(deps, early, { surveyId })
  const next = givenQuestions({ code: 'milk', type: 'yes-no' })
  await saveQuestionnaire(deps, staff, { id: surveyId, version: 1, questionnaire: next })
  await publishQuestionnaire(deps, staff, { id: surveyId, version: 2 })

  expect(await getSurvey(deps, early, { surveyId })).toMatchObject({ version: 1 })
  expect(await getSurvey(deps, late, { surveyId })).toMatchObject({
    version: 2,
    questions: [{ question: 'About milk?' }],
  })
  expect(await completeSurvey(deps, early, { surveyId, answers: goodAnswers })).toMatchObject({
    pointsEarned: 5,
  })
  expect(await completeSurvey(deps, late, { surveyId, answers: { '1': 'yes' } })).toMatchObject({
    pointsEarned: 5,
  })
  const move = sql`update survey_attempt set questionnaire_version = 1 where member_id = ${late.memberId}`
  await expect(move.execute(db)).rejects.toMatchObject({ code: '23001' })
})

test('a wrong attention check is a quality flag of the questionnaire too', async () => {
  const member = await givenMember(db)
  const options = [
    { code: 'kisumu', words: { en: 'Kisumu' } },
    { code: 'nakuru', words: { en: 'Nakuru' } },
  ]
  const surveyId = await givenTea(
    givenQuestions({ code: 'check', type: 'multiple-choice', options, expected: 'kisumu' }),
  )
  const { questions } = await getSurvey(deps, member, { surveyId })
  expect(questions[0]).not.toHaveProperty('expected')
  await completeSurvey(deps, member, { surveyId, answers: { '1': 'Nakuru' } })
  const { flagReasons } = await readRow(db, 'surveyAttempt', ['flagReasons'], { memberId: member.memberId })
  expect(flagReasons).toContain('attention-check')
})

const other = givenQuestions({ code: 'a', type: 'yes-no' })

const save = (id: string, version: number, questionnaire: Questionnaire = tea) =>
  saveQuestionnaire(deps, staff, { id, version, questionnaire })

const publish = (id: string, version: number) => publishQuestionnaire(deps, staff, { id, version })

test('a draft is saved, published as version 1, and changed as version 2', async () => {
  const id = await givenSurvey(db, { questions: null })
  expect(await getDraft(deps, { id })).toMatchObject({
    version: 0,
    questionnaire: null,
    publishedVersion: null,
  })
  expect(await save(id, 0)).toMatchObject({ version: 1, questionnaire: tea, isPublished: false })
  expect(await checkDraft(deps, { id })).toMatchObject({ isPublishable: true })
  expect(await publish(id, 1)).toMatchObject({ version: 1, questionCount: 6, publishedBy: staff.name })
  expect(await getDraft(deps, { id })).toMatchObject({ publishedVersion: 1, isPublished: true })

  expect(await save(id, 1, other)).toMatchObject({ version: 2, publishedVersion: 1, isPublished: false })
  expect(await publish(id, 2)).toMatchObject({ version: 2, questionCount: 1 })
  const versions = await listQuestionnaireVersions(deps, { id })
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
})

test('a plain list is the first draft, with its ids and attention check, and can be published unchanged', async () => {
  const list = fourQuestions.map((asked) => (asked.id === 1 ? { ...asked, expected: 'SACCO' } : asked))
  const id = await givenSurvey(db, { questions: list })
  const listed = await getDraft(deps, { id })
  expect(listed).toMatchObject({ version: 0, publishedVersion: null, isPublished: false })
  expect(await readQuestionnaireCsv(await exportQuestionnaire(deps, { id }))).toEqual(listed.questionnaire)
  const member = await givenMember(db)
  const { questions } = await getSurvey(deps, member, { surveyId: id })

  await save(id, 0, questionnaire.parse(listed.questionnaire))
  expect(await checkDraft(deps, { id })).toEqual({ isPublishable: true, issues: [], undecidedCount: 0 })
  expect(await publish(id, 1)).toMatchObject({ version: 1, questionCount: 4 })
  expect(await getSurvey(deps, member, { surveyId: id })).toMatchObject({ version: 1, questions })
  const answers = { '1': 'Bank', '2': 4, '3': 'yes' }
  await completeSurvey(deps, member, { surveyId: id, answers })
  const kept = await listAnswers(db, { memberId: member.memberId, surveyId: id })
  expect(kept[0]).toEqual({ questionId: 1, answer: 'o1' })
  const { flagReasons } = await readRow(db, 'surveyAttempt', ['flagReasons'], { surveyId: id })
  expect(flagReasons).toContain('attention-check')
})

test.each(['external', 'instant'] as const)('an %s survey has no draft, whatever its list', async (kind) => {
  const id = await givenSurvey(db, { kind })
  expect(await getDraft(deps, { id })).toMatchObject({ version: 0, questionnaire: null })
})

test('of two people who save at once one is refused, and nothing is lost', async () => {
  const id = await givenSurvey(db)
  const race = await startAtSurvey(db, id, () => [save(id, 0, tea), save(id, 0, other)])
  expect(refusals(race)).toEqual(['QUESTIONNAIRE_CHANGED'])
  expect(await getDraft(deps, { id })).toMatchObject({ version: 1 })
})

test('publishing ten times at once makes one version', async () => {
  const id = await givenSurvey(db)
  await save(id, 0)
  const race = await startAtSurvey(db, id, () => Array.from({ length: 10 }, () => publish(id, 1)))
  expect(race.map((call) => (call.status === 'fulfilled' ? call.value.version : call.reason))).toEqual(
    Array(10).fill(1),
  )
  expect(await listQuestionnaireVersions(deps, { id })).toHaveLength(1)
})

test('a draft with mistakes can be saved and not published, and each mistake is named', async () => {
  const id = await givenSurvey(db)
  await save(id, 0, givenQuestions({ code: 'a', type: 'yes-no', showIf: { var: 'b' } }))
  await expect(publish(id, 1)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'sections.0.questions.0.showIf': [{ code: 'REFERENCE_UNKNOWN', params: { code: 'b' } }] },
  })
  expect(await listQuestionnaireVersions(deps, { id })).toEqual([])
})

test('an outdated draft, a deleted survey and a partner’s survey are refused', async () => {
  const id = await givenSurvey(db)
  await expect(publish(id, 1)).rejects.toMatchObject({ code: 'QUESTIONNAIRE_CHANGED' })
  expect(await checkDraft(deps, { id })).toMatchObject({
    isPublishable: false,
    issues: [{ problem: { code: 'QUESTIONNAIRE_MISSING' } }],
  })
  const external = await givenSurvey(db, { kind: 'external' })
  await save(external, 0)
  await expect(publish(external, 1)).rejects.toMatchObject({
    fields: { id: [{ code: 'SURVEY_ASKS_ELSEWHERE' }] },
  })
  await sql`update survey set retired_at = now(), is_active = false where survey_id = ${id}`.execute(db)
  await expect(save(id, 0)).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
})

test('once it is published, other plain questions are refused by name, and everything else can change', async () => {
  const id = await givenSurvey(db)
  await save(id, 0)
  await publish(id, 1)
  await expect(updateSurvey(deps, staff, { id, questions: fourQuestions.slice(1) })).rejects.toMatchObject({
    fields: { questions: [{ code: 'QUESTIONS_IN_QUESTIONNAIRE' }] },
  })
  const { questions: same } = await getOffer(deps, { id })
  expect(await updateSurvey(deps, staff, { id, title: 'Tea, again', questions: same })).toMatchObject({
    title: 'Tea, again',
  })
})

test('a questionnaire survives a spreadsheet, also with texts that look like formulas', async () => {
  expect(await readQuestionnaireCsv(writeQuestionnaireCsv(tea))).toEqual(tea)
  const formula = givenQuestions({ code: 'a', type: 'text', words: { en: '=1+1, or "2"?' } })
  const csv = writeQuestionnaireCsv(formula)
  expect(csv).toContain("'=1+1")
  expect(await readQuestionnaireCsv(csv)).toEqual(formula)
})

test.each([
  ['nothing', 'x', 'COLUMNS_MISSING'],
  ['an option before a question', 'Element,ID,Code,Type,Settings,en\noption,,a,,,A', 'LINE_UNREADABLE'],
  ['settings that are no JSON', 'Element,ID,Code,Type,Settings,en\nsection,,a,,{,A', 'LINE_UNREADABLE'],
])('a file with %s is refused', async (_, csv, code) => {
  await expect(readQuestionnaireCsv(csv)).rejects.toThrow(
    expect.objectContaining({ fields: { csv: [expect.objectContaining({ code })] } }),
  )
})

test('a file with a wrong cell names the field', async () => {
  const csv = 'Element,ID,Code,Type,Settings,en\nsection,,a,,,A\nquestion,0,b,yes-no,,B'
  await expect(readQuestionnaireCsv(csv)).rejects.toThrow(
    expect.objectContaining({
      fields: { 'sections.0.questions.0.id': [expect.objectContaining({ code: 'TOO_SMALL' })] },
    }),
  )
})

test('a draft is tried as a member would answer it, and nothing is stored', async () => {
  const attempt = (answers: Parameters<typeof tryQuestionnaire>[0]['answers'], language = 'en') =>
    tryQuestionnaire({ profile: {}, questionnaire: tea, answers, language })
  const begun = attempt({})
  expect(begun).toMatchObject({ end: null, questions: [{ id: 1 }] })
  expect(attempt({ 1: 'no' }).end).toMatchObject({ outcome: 'screened-out', reason: expect.any(String) })
  expect(attempt({ 1: 'yes' }).questions.length).toBeGreaterThan(begun.questions.length)
  expect(attempt({}, 'sw').questions[0]?.question).not.toBe(begun.questions[0]?.question)
  expect(() => attempt({ 1: 'perhaps' })).toThrow(invalidField('answers.1', 'ANSWER_NOT_YES_OR_NO'))
})

test('the first screening question is one of all that may still be asked, and the number falls with the answers', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea()
  const first = await getSurvey(deps, member, { surveyId, show: 'asked' })
  expect([first.questions.length, first.questionCount]).toEqual([1, 6])
  const save = (questionId: number, answer: Parameters<typeof saveAnswer>[2]['answer']) =>
    saveAnswer(deps, member, { surveyId, questionId, answer })
  expect(await save(1, 'yes')).toMatchObject({ next: 2, questionCount: 6 })
  await save(2, 3)
  expect(await save(3, ['hill'])).toMatchObject({ questionCount: 5 })
  expect(await save(5, { rows: { price: 'good', taste: 'good' } })).toMatchObject({
    next: null,
    questionCount: 4,
  })
  expect(await getSurvey(deps, member, { surveyId, show: 'asked' })).toMatchObject({ questionCount: 4 })
})

test('what is computed is stored with the answers, and counts as no question', async () => {
  const member = await givenMember(db)
  const surveyId = await givenTea(
    givenQuestions(
      { code: 'cups', type: 'number', min: 0, max: 20 },
      { code: 'week', type: 'calculation', calculate: { '*': [{ var: 'cups' }, 7] } },
    ),
  )
  expect(await getSurvey(deps, member, { surveyId })).toMatchObject({ questionCount: 1 })
  const [listed] = (await listSurveys(deps, member)).filter(({ id }) => id === surveyId)
  expect(listed?.questionCount).toBe(1)
  await completeSurvey(deps, member, { surveyId, answers: { 1: 3 } })
  const stored = await listAnswers(db, { memberId: member.memberId, surveyId })
  expect(stored.map(({ questionId, answer }) => [questionId, answer])).toEqual([
    [1, 3],
    [2, 21],
  ])
})

test('conditions read what a member told in their profile, and nothing of anyone else', async () => {
  const [told, silent] = [await givenMember(db), await givenMember(db)]
  const surveyId = await givenTea(
    givenQuestions(
      { code: 'lake', type: 'yes-no', showIf: { '==': [{ var: 'profile.county' }, 'kisumu'] } },
      { code: 'tea', type: 'yes-no', words: { en: 'Tea in {{profile.county}}?' } },
    ),
  )
  const answer = { attribute: 'county', codes: ['kisumu'], isConsented: true, source: 'page' } as const
  await saveProfileAnswer(deps, told, { ...answer, codes: [...answer.codes] })
  const askedOf = async (member: typeof told) =>
    (await getSurvey(deps, member, { surveyId })).questions.map(({ question }) => question)
  expect(await askedOf(told)).toEqual(['About lake?', 'Tea in Kisumu?'])
  expect(await askedOf(silent)).toEqual(['Tea in …?'])
})
