import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenStaff } from '../../admin/testing.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { getOffer, updateSurvey } from '../offers/offers.ts'
import { getSurvey } from '../surveys.ts'
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
import { givenQuestions, readTeaQuestionnaire, startAtSurvey } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const { actor: staff } = await givenStaff(deps)
const tea = readTeaQuestionnaire()
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
  const { flagReasons } = await db
    .selectFrom('surveyAttempt')
    .select('flagReasons')
    .where('surveyId', '=', id)
    .executeTakeFirstOrThrow()
  expect(flagReasons).toContain('attention-check')
})

test.each(['external', 'instant'] as const)('an %s survey has no draft, whatever its list', async (kind) => {
  const id = await givenSurvey(db, { kind })
  expect(await getDraft(deps, { id })).toMatchObject({ version: 0, questionnaire: null })
})

test('of two people who save at once one is refused, and nothing is lost', async () => {
  const id = await givenSurvey(db)
  const race = await startAtSurvey(db, id, () => [save(id, 0, tea), save(id, 0, other)])
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(race.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'QUESTIONNAIRE_CHANGED' },
  })
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
