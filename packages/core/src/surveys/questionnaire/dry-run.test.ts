import { AGE_BANDS } from '@chuma/contract/surveys/eligibility/explain-rule'
import { expect, test } from 'vitest'
import { openTestDb } from '../../testing.ts'
import { givenQuotas, sexDimension } from '../quotas/testing.ts'
import { dryRun, dryRunDraft } from './dry-run.ts'
import { givenDraft, givenQuestions, optionsOf, readTeaQuestionnaire } from './testing.ts'

const { db, deps } = await openTestDb()

const everyone = { rule: null, dimensions: [], cells: [], year: 2026 }

test('the robot answers every type of question, and the same draft gives the same report', async () => {
  const asked = givenQuestions(
    { code: 'one', type: 'multiple-choice', options: optionsOf('a', 'b') },
    { code: 'some', type: 'choices', options: optionsOf('a', 'b', 'c'), least: 2, most: 2 },
    { code: 'stars', type: 'rating' },
    { code: 'likely', type: 'scale', from: 0, to: 10 },
    { code: 'age', type: 'number', min: 18, max: 120 },
    {
      code: 'plate',
      type: 'text',
      pattern: { expression: 'K[A-Z]{2} [0-9]{3}[A-Z]', message: { en: 'A plate' } },
    },
    { code: 'agreed', type: 'yes-no' },
    { code: 'grid', type: 'grid', rows: optionsOf('r1', 'r2'), columns: optionsOf('c1', 'c2') },
    { code: 'read', type: 'note', consent: true },
    { code: 'day', type: 'date', min: '2026-01-01', max: '2026-01-31' },
    { code: 'hour', type: 'time' },
    { code: 'both', type: 'date-time' },
    { code: 'ranked', type: 'ranking', options: optionsOf('a', 'b', 'c'), most: 2 },
  )
  const found = await dryRun(asked, everyone)
  expect(found).toMatchObject({ runs: 200, completed: 200, screenedOut: 0, stuck: 0 })
  expect(found).toMatchObject({
    questions: { median: 13, p90: 13 },
    neverAsked: [],
    neverOffered: [],
    stuckAt: [],
  })
  expect(found.seconds.median).toBeGreaterThan(60)
  expect(await dryRun(asked, everyone)).toEqual(found)
})

test('it says which questions and options nobody meets, and where nobody gets on', async () => {
  const found = await dryRun(
    givenQuestions(
      { code: 'drink', type: 'multiple-choice', options: optionsOf('tea', 'water') },
      { code: 'age', type: 'number', min: 18, max: 60 },
      {
        code: 'shop',
        type: 'multiple-choice',
        options: [
          ...optionsOf('near', 'far'),
          { code: 'old', words: { en: 'Old' }, showIf: { '>': [{ var: 'age' }, 60] } },
        ],
      },
      { code: 'coffee', type: 'yes-no', showIf: { '==': [{ var: 'drink' }, 'coffee'] } },
      {
        code: 'cups',
        type: 'number',
        min: 0,
        max: 5,
        constraint: { if: { '>': [{ var: 'cups' }, 5] }, message: { en: 'More' } },
        showIf: { '==': [{ var: 'drink' }, 'tea'] },
      },
    ),
    everyone,
  )
  expect(found.neverAsked).toEqual(['coffee'])
  expect(found.neverOffered).toEqual([{ question: 'shop', option: 'old' }])
  expect(found.stuckAt).toEqual([{ question: 'cups', runs: found.stuck }])
  expect(found.stuck).toBeGreaterThan(60)
  expect(found.completed + found.stuck).toBe(200)
})

test('its people are adults of the census whom the rule lets in, so cells that the rule closes stay empty', async () => {
  const ageDimension = {
    source: 'profile' as const,
    code: 'age',
    label: 'Age',
    groups: AGE_BANDS.map(({ code }) => ({ code, label: code, codes: [code] })),
  }
  const dimensions = [sexDimension, ageDimension]
  const cells = sexDimension.groups.flatMap((sex) =>
    ageDimension.groups.map((age) => ({ cell: `${sex.code}|${age.code}`, target: 10 })),
  )
  const asked = givenQuestions({ code: 'agreed', type: 'yes-no' })
  const women = { is: 'any-of' as const, attribute: 'sex' as const, codes: ['female'] }
  const all = await dryRun(asked, { ...everyone, dimensions, cells })
  expect(all.emptyCells).toEqual([])
  const found = await dryRun(asked, {
    ...everyone,
    dimensions,
    cells,
    rule: { and: [women, { is: 'joined-days', from: 30 }] },
  })
  expect(found.emptyCells.map(({ id }) => id)).toEqual(
    cells.map(({ cell }) => cell).filter((cell) => !cell.startsWith('female')),
  )
})

test('the draft of a survey is run with its quotas; one that cannot be published, or is none, is refused', async () => {
  const tea = await dryRunDraft(deps, { id: await givenDraft(db, readTeaQuestionnaire()) })
  expect(tea.stuck).toBe(0)
  expect(tea.screenedOut).toBeGreaterThan(0)
  expect(tea.completed + tea.screenedOut).toBe(200)

  const surveyId = await givenQuotas(db, { dimensions: [sexDimension], cells: { female: 10, male: 10 } })
  expect((await dryRunDraft(deps, { id: surveyId })).emptyCells).toEqual([])

  const broken = await givenDraft(
    db,
    givenQuestions({ code: 'a', type: 'yes-no', showIf: { '==': [{ var: 'b' }, 1] } }),
  )
  for (const [id, code] of [
    [broken, 'QUESTIONNAIRE_CHANGED'],
    ['0b8ff8f5-3b3a-4f3c-9a3e-0d3f5d1c2b1a', 'SURVEY_NOT_FOUND'],
  ] as const)
    await expect(dryRunDraft(deps, { id })).rejects.toMatchObject({ code })
})
