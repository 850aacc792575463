import { forgetExpired } from '@chuma/db/queries/retention'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { givenStaff, listAudit } from '../../admin/testing.ts'
import { visitor } from '../../auth/testing.ts'
import { codeOf, givenMember, openTestDb, readRows } from '../../testing.ts'
import { saveAnswer } from '../complete-survey.ts'
import { deleteSurvey } from '../offers/stored-offers.ts'
import { saveQuestionnaire } from '../questionnaire/save-questionnaire.ts'
import { givenDraft, givenQuestions, optionsOf, readTeaQuestionnaire } from '../questionnaire/testing.ts'
import { getSurvey, startSurvey } from '../surveys.ts'
import { answerSignOffComment, getSignOff } from './sign-off-desk.ts'
import {
  commentSignOff,
  createSignOffLink,
  decideSignOff,
  keepSignOffTest,
  openSignOff,
  revokeSignOffLink,
  walkSignOff,
} from './sign-off-links.ts'
import { deleteTestAnswers, getTestAnswer, keepTestAnswer } from './test-answers.ts'
import { givenComment, givenPublished, givenSignOff, givenTest } from './testing.ts'

const { db, deps } = await openTestDb()
const { actor: staff } = await givenStaff(deps)
const tea = readTeaQuestionnaire()

const screenedOut = { answers: { 1: 'no' }, profile: {}, language: 'en' }
const complete = {
  ...screenedOut,
  answers: { 1: 'yes', 2: 3, 3: { choices: ['hill'] }, 5: { rows: { price: 'good', taste: 'good' } } },
}

/** Everything that a link can do. */
const uses = {
  open: (token: string) => openSignOff(deps, visitor, { token }),
  walk: (token: string) => walkSignOff(deps, visitor, { token, ...screenedOut }),
  comment: (token: string) => commentSignOff(deps, visitor, { token, name: 'Njeri', text: 'Too long' }),
  decide: (token: string) => decideSignOff(deps, visitor, { token, name: 'Njeri', decision: 'changes' }),
  keep: (token: string) =>
    keepSignOffTest(deps, visitor, { token, name: 'Njeri', seconds: 9, ...screenedOut }),
}

describe.each(Object.entries(uses))('a sign-off link to %s', (_, use) => {
  test('works until it is revoked', async () => {
    const { token, linkId, surveyId } = await givenSignOff(deps)
    await use(token)
    await revokeSignOffLink(deps, staff, { id: linkId })
    expect(await codeOf(use(token))).toBe('LINK_INVALID')
    expect((await getSignOff(deps, { id: surveyId })).links).toMatchObject([{ id: linkId, isOpen: false }])
  })

  test('is over after its days, and when the survey is deleted', async () => {
    const late = await givenSignOff(deps)
    await sql`update sign_off_link set expires_at = expires_at - interval '14 days' where link_id = ${late.linkId}`.execute(
      db,
    )
    expect(await codeOf(use(late.token))).toBe('LINK_INVALID')
    const deleted = await givenSignOff(deps)
    await deleteSurvey(deps, staff, { id: deleted.surveyId })
    expect(await codeOf(use(deleted.token))).toBe('LINK_INVALID')
  })

  test('of another kind or with another secret opens nothing', async () => {
    const [{ token }, other] = [await givenSignOff(deps), await givenSignOff(deps)]
    for (const forged of [`o${token.slice(1)}`, token.slice(0, 24) + other.token.slice(24), 'v_x', ''])
      expect(await codeOf(use(forged))).toBe('LINK_INVALID')
  })
})

test('the address of a link is stored nowhere', async () => {
  const { token, linkId } = await givenSignOff(deps)
  const { rows } = await sql<{ text: string }>`
    select row_to_json(l)::text as text from sign_off_link l union all select row_to_json(a)::text from audit_entry a`.execute(
    db,
  )
  const stored = JSON.stringify(rows)
  expect(stored).toContain(linkId)
  expect(stored).not.toContain(token)
})

test('a link tells nothing of staff, rules, expected answers or what other links collected', async () => {
  const asked = givenQuestions(
    {
      code: 'check',
      type: 'multiple-choice',
      options: optionsOf('red', 'blue'),
      expected: 'blue',
      endIf: [
        { if: { '==': [{ var: 'check' }, 'red'] }, outcome: 'screened-out', reason: { en: 'Blue only' } },
      ],
    },
    { code: 'why', type: 'text' },
  )
  const { surveyId, token } = await givenSignOff(deps, asked)
  const second = await createSignOffLink(deps, staff, { id: surveyId, version: 1, days: 14 })
  await commentSignOff(deps, visitor, { token: second.url.split('#')[1] ?? '', name: 'Otieno', text: 'Mine' })
  const { id: own } = await keepTestAnswer(deps, staff, {
    id: surveyId,
    version: 1,
    ...screenedOut,
    answers: { 1: 'red' },
    seconds: 4,
  })
  const told = [
    await openSignOff(deps, visitor, { token }),
    await walkSignOff(deps, visitor, { token, ...screenedOut, answers: {} }),
  ]
  expect(told).toMatchObject([
    { comments: [], version: 1 },
    { questions: [{ options: ['The red', 'The blue'] }] },
  ])
  const text = JSON.stringify(told)
  for (const secret of [
    staff.name,
    'expected',
    'screened-out',
    'Blue only',
    'Otieno',
    surveyId,
    second.id,
    own,
  ])
    expect(text).not.toContain(secret)
})

test('every branch opens by the profile that the walker chooses', async () => {
  const inLamu = { '==': [{ var: 'profile.county' }, 'lamu'] }
  const asked = givenQuestions(
    { code: 'sea', type: 'yes-no', showIf: inLamu },
    { code: 'lake', type: 'yes-no', words: { en: 'A lake near {{profile.county}}?' } },
  )
  const { token } = await givenSignOff(deps, asked)
  const walk = async (profile: object) =>
    (await walkSignOff(deps, visitor, { token, ...screenedOut, answers: {}, profile })).questions.map(
      ({ question }) => question,
    )
  expect(await walk({})).toEqual(['A lake near …?'])
  expect(await walk({ county: 'lamu' })).toEqual(['About sea?', 'A lake near Lamu?'])
})

test('a member with the link walks it as anybody, and their own answers stay as they are', async () => {
  const member = await givenMember(db)
  const surveyId = await givenPublished(deps)
  const { url } = await createSignOffLink(deps, staff, { id: surveyId, version: 1, days: 14 })
  const token = url.split('#')[1] ?? ''
  await startSurvey(deps, member, { surveyId })
  await saveAnswer(deps, member, { surveyId, questionId: 1, answer: 'yes' })
  const before = await getSurvey(deps, member, { surveyId })
  await walkSignOff(deps, visitor, { token, ...screenedOut })
  await keepSignOffTest(deps, visitor, { token, name: 'Njeri', seconds: 9, ...complete })
  expect(await getSurvey(deps, member, { surveyId })).toEqual(before)
  expect(await readRows(db, 'surveyAnswer', ['questionId', 'answer'], { surveyId })).toEqual([
    { questionId: 1, answer: 'yes' },
  ])
})

test('a comment stands at its question, and readers of the link see our answer without a name', async () => {
  const { surveyId, token, commentId } = await givenComment(deps)
  const open = { id: commentId, questionId: 2, name: 'Njeri', text: 'Cups of what size?', answer: null }
  expect((await getSignOff(deps, { id: surveyId })).comments).toMatchObject([
    { ...open, question: 'How much tea do you drink a day?', version: 1, answeredBy: null },
  ])
  await answerSignOffComment(deps, staff, { id: commentId, text: 'Of 250 ml' })
  const view = await openSignOff(deps, visitor, { token })
  expect(view.comments).toEqual([{ ...open, answer: 'Of 250 ml', writtenAt: expect.any(Date) }])
  expect((await getSignOff(deps, { id: surveyId })).comments).toMatchObject([{ answeredBy: staff.name }])
})

test('a comment about a question that is not asked is refused', async () => {
  const { token } = await givenSignOff(deps)
  const wrong = commentSignOff(deps, visitor, { token, name: 'Njeri', questionId: 99, text: 'What?' })
  await expect(wrong).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})

test('a link takes one decision, of ten at once too, and the same one again', async () => {
  const { surveyId, token } = await givenSignOff(deps)
  const decide = (name: string) =>
    decideSignOff(deps, visitor, { token, name, decision: name === 'P0' ? 'signed-off' : 'changes' })
  const calls = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => decide(`P${n}`)))
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [link] = (await getSignOff(deps, { id: surveyId })).links
  expect((await decide(link?.decided?.name ?? '')).decided).toEqual(link?.decided)
  expect(await codeOf(decide('P99'))).toBe('ALREADY_DECIDED')
})

test('a sign-off stays with the draft that its link showed', async () => {
  const { surveyId, token } = await givenSignOff(deps)
  await decideSignOff(deps, visitor, { token, name: 'Njeri', decision: 'signed-off' })
  const [section] = tea.sections
  await saveQuestionnaire(deps, staff, {
    id: surveyId,
    version: 1,
    questionnaire: { ...tea, sections: section ? [section] : [] },
  })
  expect(await getSignOff(deps, { id: surveyId })).toMatchObject({
    draftVersion: 2,
    links: [{ version: 1, decided: { decision: 'signed-off', name: 'Njeri' } }],
  })
  const { questions } = await walkSignOff(deps, visitor, { token, ...complete })
  expect(questions.length).toBeGreaterThan(1)
})

test('no link is made to a draft that was changed, or that cannot be published', async () => {
  const id = await givenDraft(db, tea)
  const make = (surveyId: string, version: number) =>
    codeOf(createSignOffLink(deps, staff, { id: surveyId, version, days: 14 }))
  expect(await make(id, 2)).toBe('QUESTIONNAIRE_CHANGED')
  const broken = givenQuestions({ code: 'a', type: 'yes-no', showIf: { '==': [{ var: 'nothing' }, 'yes'] } })
  expect(await make(await givenDraft(db, broken), 1)).toBe('QUESTIONNAIRE_CHANGED')
})

test('a finished walk is kept as a test answer, an unfinished one is not', async () => {
  const { surveyId, testId, token } = await givenTest(deps)
  const unfinished = { ...complete, answers: { 1: 'yes', 2: 3 } }
  await expect(
    keepSignOffTest(deps, visitor, { token, name: 'Njeri', seconds: 9, ...unfinished }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const { id } = await keepTestAnswer(deps, staff, { id: surveyId, version: 1, seconds: 70, ...complete })
  expect((await getSignOff(deps, { id: surveyId })).tests).toMatchObject([
    { id, name: staff.name, isByLink: false, version: 1, outcome: 'complete', seconds: 70 },
    { id: testId, name: 'Njeri', isByLink: true, outcome: 'screened-out', seconds: 9 },
  ])
  expect((await getTestAnswer(deps, { id })).answers).toContainEqual({
    question: 'Which brands do you know?',
    answer: 'hill',
  })
})

test('staff delete one test answer or all, and no other survey’s', async () => {
  const [{ surveyId, testId }, other] = [await givenTest(deps), await givenTest(deps)]
  const kept = { id: surveyId, version: 1, seconds: 70, ...complete }
  for (const _ of [1, 2]) await keepTestAnswer(deps, staff, kept)
  const remove = (which: string) => deleteTestAnswers(deps, staff, { id: surveyId, which })
  expect(await codeOf(remove(other.testId))).toBe('NOT_FOUND')
  expect(await remove(testId)).toEqual({ deleted: 1 })
  expect(await remove('all')).toEqual({ deleted: 2 })
  expect(await codeOf(remove('all'))).toBe('NOT_FOUND')
  expect((await getSignOff(deps, { id: other.surveyId })).tests).toHaveLength(1)
  expect(await listAudit(db, `survey:${surveyId}`)).toContainEqual(
    expect.objectContaining({ action: 'test-answers.deleted', after: { which: 'all', deleted: 2 } }),
  )
})

test('age removes links with their comments, and test answers before them', async () => {
  const old = await givenComment(deps)
  const young = await givenTest(deps)
  await sql`update sign_off_link set created_at = now() - interval '401 days' where link_id = ${old.linkId}`.execute(
    db,
  )
  await sql`update test_answer set finished_at = now() - interval '91 days' where test_id = ${young.testId}`.execute(
    db,
  )
  await forgetExpired(db)
  expect(await getSignOff(deps, { id: old.surveyId })).toMatchObject({ links: [], comments: [] })
  expect(await getSignOff(deps, { id: young.surveyId })).toMatchObject({ links: [{}], tests: [] })
})
