import type { QualityFlag } from '@chuma/contract/surveys/reviews'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeFlags } from '../../surveys/quality.ts'
import { checkDraft } from '../../surveys/questionnaire/save-questionnaire.ts'
import { getCodeFrame } from '../../surveys/results/categories.ts'
import { getCrossTab } from '../../surveys/results/get-cross-tab.ts'
import { getSurveyResults } from '../../surveys/results/get-survey-results.ts'
import { createTestDeps, readRows } from '../../testing.ts'
import { OPEN_QUESTION, STUDY_TITLE } from './study.ts'
import { createStoryDb } from './testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)
const deps = createTestDeps(db)
let id = ''

beforeAll(async () => {
  const survey = db.selectFrom('survey').select('surveyId').where('title', '=', STUDY_TITLE)
  id = (await survey.executeTakeFirstOrThrow()).surveyId
})

const read = (quality: 'accepted' | 'all') => getSurveyResults(deps, { isRaw: true }, { id, quality })

test('800 completed the study: some are held, some rejected, others were screened out', async () => {
  const { attempts, base, days, medianSeconds } = await read('accepted')
  expect(attempts).toMatchObject({ completed: 800, accepted: 780, waiting: 5, rejected: 15, screenedOut: 93 })
  expect(base).toBe(780)
  expect(attempts.started).toBe(939)
  expect(medianSeconds).toBeGreaterThan(90)
  expect(medianSeconds).toBeLessThan(400)
  // Most come at the start and after the reminder.
  expect(days.length).toBeGreaterThan(30)
  const most = Math.max(...days.map(({ completed }) => completed))
  expect(most).toBeGreaterThan(4 * (days.at(-1)?.completed ?? 0))
})

test('its questionnaire passes the check, and every question has answers of every option', async () => {
  expect(await checkDraft(deps, { id })).toMatchObject({ isPublishable: true })
  const { questions } = await read('all')
  expect(new Set(questions.map(({ type }) => type)).size).toBe(9)
  for (const { question, type, rows, base } of questions) {
    expect([question, (base ?? 0) > 100]).toEqual([question, true])
    if (type === 'text' || type === 'number') continue
    // Only screened-out people are under 18 or use no mobile money.
    const missing = rows.filter(({ count }) => !count).map(({ answer }) => answer)
    expect([question, missing.filter((answer) => !['under18', 'no'].includes(answer ?? ''))]).toEqual([
      question,
      [],
    ])
  }
})

test.each([
  ['women save in chamas', { rows: 10, columns: 3 }, 'In a chama', 'Female'],
  ['people of 18 to 24 save on their phone', { rows: 10, columns: 1 }, 'On my phone', '18 to 24'],
  ['Nairobi pays in shops', { rows: 5, columns: 4 }, 'Paying in shops', 'Nairobi'],
])('a comparison finds that %s', async (_, asked, row, column) => {
  const table = await getCrossTab(deps, { isRaw: true }, { id, quality: 'accepted', ...asked })
  const at = table.columns.findIndex(({ label }) => label === column)
  expect(table.rows.find(({ label }) => label === row)?.cells[at]?.letters).not.toBe('')
})

test('the open answers are partly sorted, into every category', async () => {
  const { categories, answered, uncoded } = await getCodeFrame(deps, { id, questionId: OPEN_QUESTION })
  expect(categories.length).toBe(6)
  expect(categories.every(({ answers }) => answers >= 10)).toBe(true)
  expect(uncoded).toBeGreaterThan(answered / 5)
  expect(uncoded).toBeLessThan((answered * 3) / 5)
})

test('answers whose reward is or was held have doubts enough for that', async () => {
  const reviews = await readRows(db, 'surveyReview', ['flags', 'takenSeconds', 'minimumSeconds'], {
    surveyId: id,
  })
  expect(reviews).toHaveLength(26)
  for (const { flags, takenSeconds, minimumSeconds } of reviews) {
    expect(judgeFlags(flags as QualityFlag[])).toBe('hold')
    expect(takenSeconds).toBeLessThan(minimumSeconds)
  }
})

test('each accepted answer and each screen-out is paid once, and nothing else', async () => {
  const { rows } = await sql`
    select t.status, coalesce(r.state, '-') as review, count(*)::int as people, count(p.seq)::int as paid,
      coalesce(sum(p.available_delta), 0)::int as points
    from survey_attempt t
    left join survey_review r using (member_id, survey_id)
    left join posting p on p.member_id = t.member_id and p.subject_id = t.survey_id
    where t.survey_id = ${id} and t.status in ('completed', 'screened_out') group by 1, 2 order by 1, 2
  `.execute(db)
  expect(rows).toEqual([
    { status: 'completed', review: '-', people: 774, paid: 774, points: 1548 },
    { status: 'completed', review: 'held', people: 5, paid: 0, points: 0 },
    { status: 'completed', review: 'paid', people: 6, paid: 6, points: 12 },
    { status: 'completed', review: 'rejected', people: 15, paid: 0, points: 0 },
    { status: 'screened_out', review: '-', people: 93, paid: 93, points: 93 },
  ])
})
