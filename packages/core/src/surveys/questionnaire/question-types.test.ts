import type { GivenAnswer } from '@chuma/contract/surveys/answers'
import { type Questionnaire, questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { expect, test } from 'vitest'
import { AppError } from '../../app-error.ts'
import { checkQuestionnaire } from './check/check-questionnaire.ts'
import { follow } from './follow.ts'
import { describeProgress, takeAnswers, tryQuestionnaire } from './take-answers.ts'
import { givenQuestions, optionsOf } from './testing.ts'

const en = (text: string) => ({ en: text })

type Given = { answers: Record<number, GivenAnswer>; profile?: Record<string, string>; isLast?: boolean }

/** Answer a questionnaire as the server takes answers. */
function answer(asked: Questionnaire, { answers, profile, isLast = false }: Given) {
  return takeAnswers(
    {
      questionnaire: asked,
      saved: new Map(),
      follow: (known, read) => follow(asked, { answers: known, read, profile, seed: 'member' }),
    },
    {
      answers: new Map(Object.entries(answers).map(([id, given]) => [Number(id), given])),
      nameOf: (id) => ({ question: `answers.${id}`, answer: `answers.${id}` }),
      isLast,
    },
  )
}

/** The first problem with an answer to the first question; null: it is taken. */
function judge(asked: Questionnaire, given: GivenAnswer, id = 1) {
  try {
    answer(asked, { answers: { [id]: given } })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { failure } = error
    return failure.code === 'INVALID_INPUT' ? failure.params.fields?.[`answers.${id}`]?.[0] : undefined
  }
}

const stored = (asked: Questionnaire, given: GivenAnswer) =>
  answer(asked, { answers: { 1: given } }).taken.get(1)

const day = givenQuestions({ code: 'day', type: 'date', min: '2026-01-01', max: '2026-12-31' })
const time = givenQuestions({ code: 'at', type: 'time', max: '17:00' })
const moment = givenQuestions({ code: 'at', type: 'date-time' })

test.each<[string, Questionnaire, GivenAnswer, string | undefined]>([
  ['a day', day, '2026-11-30', undefined],
  ['the first day', day, '2026-01-01', undefined],
  ['a day before the first', day, '2025-12-31', 'ANSWER_TOO_EARLY'],
  ['a day after the last', day, '2027-01-01', 'ANSWER_TOO_LATE'],
  ['a day that no calendar has', day, '2026-02-30', 'ANSWER_NOT_A_MOMENT'],
  ['a day in another order', day, '30/11/2026', 'ANSWER_NOT_A_MOMENT'],
  ['a time', time, '14:05', undefined],
  ['a time with seconds', time, '14:05:00', 'ANSWER_NOT_A_MOMENT'],
  ['hour 24', time, '24:00', 'ANSWER_NOT_A_MOMENT'],
  ['a time after the last', time, '17:01', 'ANSWER_TOO_LATE'],
  ['a day and a time', moment, '2026-11-30T14:05', undefined],
  ['a moment of another zone', moment, '2026-11-30T14:05Z', 'ANSWER_NOT_A_MOMENT'],
  ['an hour that no clock shows', moment, '2026-11-30T25:05', 'ANSWER_NOT_A_MOMENT'],
  ['a number', day, 20_261_130, 'ANSWER_NOT_A_MOMENT'],
])('%s is taken or refused', (_, asked, given, code) => {
  expect(judge(asked, given)?.code).toBe(code)
})

test('an ordered answer is compared in conditions, and a day in a range hides what depends on it', () => {
  const asked = givenQuestions(
    { code: 'born', type: 'date' },
    { code: 'school', type: 'yes-no', showIf: { '>=': [{ var: 'born' }, '2010-01-01'] } },
  )
  const shownAfter = (given: string) => answer(asked, { answers: { 1: given } }).followed.shown.length
  expect([shownAfter('2009-12-31'), shownAfter('2010-01-01')]).toEqual([1, 2])
})

const ranking = givenQuestions({ code: 'best', type: 'ranking', most: 2, options: optionsOf('a', 'b', 'c') })

test.each<[string, GivenAnswer, string | undefined]>([
  ['as many as there are places', ['b', 'a'], undefined],
  ['by labels', { choices: ['The b', 'the A'] }, undefined],
  ['too few', ['b'], 'ANSWER_NOT_RANKED'],
  ['too many', ['b', 'a', 'c'], 'ANSWER_NOT_RANKED'],
  ['one twice', ['b', 'b'], 'REPEATED'],
  ['an unknown one', ['b', 'x'], 'ANSWER_NOT_AN_OPTION'],
  ['places that nobody has', { rows: { a: '1', b: '3' } }, 'ANSWER_NOT_RANKED'],
  ['words', 'x', 'ANSWER_NOT_AN_OPTION'],
])('a ranking with %s is taken or refused', (_, given, code) => {
  expect(judge(ranking, given)?.code).toBe(code)
})

test('a ranking reads back as the list in order, in conditions too', () => {
  const asked = givenQuestions(
    { code: 'best', type: 'ranking', options: optionsOf('a', 'b') },
    { code: 'why', type: 'text', showIf: { '==': [{ var: 'best.0' }, 'b'] }, words: en('Why {{best}}?') },
  )
  const { followed } = answer(asked, { answers: { 1: ['b', 'a'] } })
  expect(followed.data.best).toEqual(['b', 'a'])
  const { questions, answers } = describeProgress(followed, 'en')
  expect(answers).toEqual({ 1: { choices: ['b', 'a'] } })
  expect(questions[1]?.question).toBe('Why The b, The a?')
})

test('a note is passed, and one that asks for consent is not passed without it', () => {
  const asked = givenQuestions(
    { code: 'intro', type: 'note', words: en('Read this.\n\nIt matters.') },
    { code: 'agree', type: 'note', consent: true },
    { code: 'name', type: 'text' },
  )
  const before = answer(asked, { answers: {} }).followed
  expect(before.missing.map(({ code }) => code)).toEqual(['agree', 'name'])
  expect(describeProgress(before, 'en').questions[0]).toMatchObject({
    question: 'Read this.\n\nIt matters.',
    required: false,
    consent: false,
  })
  expect(judge(asked, 'yes')?.code).toBe('ANSWER_NOT_ASKED')
  expect(judge(asked, 'no', 2)?.code).toBe('CONSENT_MISSING')
  expect(judge(asked, true, 2)).toBeNull()
  expect(() => answer(asked, { answers: { 3: 'Asha' }, isLast: true })).toThrow(AppError)
})

const several = givenQuestions({
  code: 'pick',
  type: 'choices',
  least: 2,
  most: 3,
  options: [
    ...optionsOf('a', 'b', 'c', 'd'),
    { code: 'none', words: en('None'), kind: 'none' },
    { code: 'nobody', words: en('Nobody'), kind: 'none' },
    { code: 'unsure', words: en('Unsure'), kind: 'dont-know' },
    { code: 'secret', words: en('Secret'), kind: 'refused' },
  ],
})

test.each<[string[], string | undefined]>([
  [['a', 'b'], undefined],
  [['a'], 'ANSWER_TOO_FEW'],
  [['a', 'b', 'c', 'd'], 'ANSWER_TOO_MANY'],
  [['none'], undefined],
  [['unsure'], undefined],
  [['secret'], undefined],
  [['a', 'secret'], 'ANSWER_EXCLUSIVE'],
  [['none', 'nobody'], 'ANSWER_EXCLUSIVE'],
])('of 2 to 3 choices with several that exclude the others, %j is taken or refused', (given, code) => {
  expect(judge(several, given)?.code).toBe(code)
})

test('a single choice can be refused, and is one answer as any other', () => {
  const asked = givenQuestions({
    code: 'pay',
    type: 'multiple-choice',
    options: [...optionsOf('low', 'high'), { code: 'secret', words: en('Secret'), kind: 'refused' }],
  })
  expect(stored(asked, 'Secret')).toBe('secret')
})

const age = givenQuestions({
  code: 'age',
  type: 'number',
  min: 0,
  max: 120,
  codes: [
    { code: 'dont-know', value: -98, words: en('I don’t know') },
    { code: 'refused', value: -99, words: en('I’d rather not say') },
  ],
})

test('a number can be answered by its codes, named by code, value or words', () => {
  expect([42, '42', 'refused', -98, 'i don’t KNOW'].map((given) => stored(age, given))).toEqual([
    42,
    42,
    'refused',
    'dont-know',
    'dont-know',
  ])
  expect(judge(age, 'nobody')?.code).toBe('ANSWER_NOT_A_NUMBER')
})

test('the server decides by the pattern, in time that grows with the text only', () => {
  const asked = givenQuestions({
    code: 'plate',
    type: 'text',
    pattern: { expression: 'K[A-Z]{2} \\d{3}[A-Z]', message: { en: 'Like KDA 123B' } },
  })
  expect(judge(asked, 'KDA 123B')).toBeNull()
  expect(judge(asked, 'my KDA 123B')).toMatchObject({
    code: 'ANSWER_REFUSED',
    params: { message: 'Like KDA 123B' },
  })
  const slow = givenQuestions({
    code: 'slow',
    type: 'text',
    pattern: { expression: '(a+)+$', message: { en: 'Only a' } },
  })
  expect(judge(slow, `${'a'.repeat(1999)}!`)?.code).toBe('ANSWER_REFUSED')
})

test('a constraint reads its own and earlier answers, and says why in the member’s language', () => {
  const asked = questionnaire.parse({
    languages: ['en', 'sw'],
    sections: [
      {
        code: 'main',
        questions: [
          { id: 1, code: 'people', type: 'number', min: 1, max: 20, words: { en: 'People?', sw: 'Watu?' } },
          {
            id: 2,
            code: 'children',
            type: 'number',
            min: 0,
            max: 20,
            words: { en: 'Children?', sw: 'Watoto?' },
            constraint: {
              if: { '<': [{ var: 'children' }, { var: 'people' }] },
              message: { en: 'Fewer than {{people}}', sw: 'Chini ya {{people}}' },
            },
          },
        ],
      },
    ],
  })
  const run = (answers: Record<string, GivenAnswer>) =>
    tryQuestionnaire({ profile: {}, questionnaire: asked, answers, language: 'sw' })
  expect(run({ 1: 5, 2: 4 }).end).toBeNull()
  expect(() => run({ 1: 5, 2: 5 })).toThrow(
    expect.objectContaining({
      failure: {
        code: 'INVALID_INPUT',
        params: { fields: { 'answers.2': [{ code: 'ANSWER_REFUSED', params: { message: 'Chini ya 5' } }] } },
      },
    }),
  )
})

test('bounds follow from earlier answers', () => {
  const asked = givenQuestions(
    { code: 'people', type: 'number', min: 1, max: 20 },
    { code: 'adults', type: 'number', min: 1, max: { var: 'people' } },
    { code: 'from', type: 'date' },
    { code: 'until', type: 'date', min: { var: 'from' } },
  )
  const { followed } = answer(asked, { answers: { 1: 4, 3: '2026-03-01' } })
  const { questions } = describeProgress(followed, 'en')
  expect(questions[1]?.number).toMatchObject({ min: 1, max: 4 })
  expect(questions[3]?.moment).toEqual({ min: '2026-03-01', max: null })
  const refuse = (answers: Record<number, GivenAnswer>) => () => answer(asked, { answers })
  expect(refuse({ 1: 4, 2: 5 })).toThrow(AppError)
  expect(refuse({ 3: '2026-03-01', 4: '2026-02-28' })).toThrow(AppError)
  expect(refuse({ 1: 5, 2: 5, 3: '2026-03-01', 4: '2026-03-01' })).not.toThrow()
})

test('a calculation is asked of nobody, and stands in conditions, texts and what is stored', () => {
  const asked = givenQuestions(
    { code: 'cups', type: 'number', min: 0, max: 20 },
    { code: 'week', type: 'calculation', calculate: { '*': [{ var: 'cups' }, 7] } },
    {
      code: 'level',
      type: 'calculation',
      value: 'text',
      calculate: { if: [{ '>': [{ var: 'week' }, 20] }, 'much', 'little'] },
    },
    {
      code: 'why',
      type: 'text',
      showIf: { '==': [{ var: 'level' }, 'much'] },
      words: en('Why {{week}} a week?'),
    },
  )
  const { taken, followed } = answer(asked, { answers: { 1: 3, 4: 'Taste' }, isLast: true })
  expect(Object.fromEntries(taken)).toEqual({ 1: 3, 2: 21, 3: 'much', 4: 'Taste' })
  expect(describeProgress(followed, 'en').questions.map(({ question }) => question)).toEqual([
    'About cups?',
    'Why 21 a week?',
  ])
  expect(answer(asked, { answers: { 1: 2 } }).followed.shown.map(({ question }) => question.code)).toEqual([
    'cups',
  ])
})

test('the profile is read where it is known, and reads as no answer where it is not', () => {
  const asked = givenQuestions(
    { code: 'lake', type: 'yes-no', showIf: { in: [{ var: 'profile.county' }, ['kisumu', 'siaya']] } },
    { code: 'home', type: 'text', words: en('Where in {{profile.county}}?') },
  )
  const shown = (profile: Record<string, string>) =>
    describeProgress(answer(asked, { answers: {}, profile }).followed, 'en').questions.map(
      (each) => each.question,
    )
  expect(shown({ county: 'kisumu' })).toEqual(['About lake?', 'Where in Kisumu?'])
  expect(shown({})).toEqual(['Where in …?'])
})

test('the rows of a grid are the options that were chosen before', () => {
  const asked = givenQuestions(
    {
      code: 'brands',
      type: 'choices',
      options: [...optionsOf('hill', 'lake', 'sea'), { code: 'none', words: en('None'), kind: 'none' }],
    },
    { code: 'taste', type: 'grid', rowsFrom: 'brands', columns: optionsOf('good', 'bad') },
  )
  const rows = (given: string[]) =>
    describeProgress(answer(asked, { answers: { 1: given } }).followed, 'en').questions[1]?.rows
  expect(rows(['sea', 'hill'])?.map(({ code }) => code)).toEqual(['hill', 'sea'])
  expect(rows(['none'])).toBeUndefined()
  expect(() => answer(asked, { answers: { 1: ['hill'], 2: { rows: { lake: 'good' } } } })).toThrow(AppError)
})

test('sections, questions and rows are mixed the same way for one member, and fixed ones stay', () => {
  const codes = ['a', 'b', 'c', 'd', 'e', 'f']
  const question = (code: string, id: number) => ({
    id,
    code,
    type: 'yes-no',
    words: en(code),
    fixed: id % 6 === 0,
  })
  const asked = questionnaire.parse({
    order: 'random',
    sections: ['one', 'two', 'three'].map((code, at) => ({
      code,
      order: 'random',
      fixed: code === 'one',
      questions: codes.map((each, place) => question(`${each}${at}`, at * 6 + place + 1)),
    })),
  })
  const orderOf = (seed: string) =>
    follow(asked, { answers: new Map(), seed }).shown.map(({ question: { code } }) => code)
  const orders = Array.from({ length: 20 }, (_, member) => orderOf(`member ${member}`))
  expect(orderOf('member 0')).toEqual(orders[0])
  expect(new Set(orders.map(String)).size).toBeGreaterThan(10)
  for (const order of orders) {
    expect([...order].sort()).toEqual([...(orders[0] ?? [])].sort())
    expect(order.slice(0, 6).every((code) => code.endsWith('0'))).toBe(true)
    expect(order[5]).toBe('f0')
  }
  expect(new Set(orders.map((order) => order[6]?.slice(1))).size).toBe(2)
})

test('each member reads one of several wordings, always the same', () => {
  const asked = givenQuestions({
    code: 'buy',
    type: 'yes-no',
    variants: [
      { code: 'a', words: en('Would you buy it?') },
      { code: 'b', words: en('Do you want it?') },
    ],
  })
  const read = (seed: string) =>
    describeProgress(follow(asked, { answers: new Map(), seed }), 'en').questions.map(
      ({ variant, question }) => `${variant}: ${question}`,
    )[0]
  const all = Array.from({ length: 40 }, (_, member) => read(`m${member}`))
  expect(new Set(all)).toEqual(new Set(['a: Would you buy it?', 'b: Do you want it?']))
  expect(read('m1')).toBe(all[1])
})

test('a first screening question counts all that may still be asked', () => {
  const asked = givenQuestions(
    {
      code: 'drinks',
      type: 'yes-no',
      endIf: [{ if: { '==': [{ var: 'drinks' }, 'no'] }, outcome: 'screened-out', reason: en('No.') }],
    },
    { code: 'cups', type: 'rating' },
    { code: 'sugar', type: 'yes-no', showIf: { '>': [{ var: 'cups' }, 2] } },
  )
  const count = (answers: Record<number, GivenAnswer>) => {
    const { shown, ahead } = answer(asked, { answers }).followed
    return [shown.length, shown.length + ahead.length]
  }
  expect([count({}), count({ 1: 'yes' }), count({ 1: 'yes', 2: 1 }), count({ 1: 'no' })]).toEqual([
    [1, 3],
    [2, 3],
    [2, 2],
    [1, 1],
  ])
})

const many = Array.from({ length: 51 }, (_, at) => `o${at}`)

test.each<[string, string, Parameters<typeof givenQuestions>]>([
  ['SEARCH_MISSING', 'options', [{ code: 'a', type: 'choices', options: optionsOf(...many) }]],
  [
    'NOT_BELOW',
    'least',
    [{ code: 'a', type: 'choices', least: 3, most: 2, options: optionsOf('x', 'y', 'z') }],
  ],
  [
    'PATTERN_UNREADABLE',
    'pattern.expression',
    [{ code: 'a', type: 'text', pattern: { expression: '(?=a)', message: en('No') } }],
  ],
  ['BELOW_FIELD', 'max', [{ code: 'a', type: 'date', min: '2026-02-01', max: '2026-01-01' }]],
  [
    'NUMBER_CODE_IN_RANGE',
    'codes',
    [
      {
        code: 'a',
        type: 'number',
        min: 0,
        max: 99,
        codes: [{ code: 'refused', value: 98, words: en('No') }],
      },
    ],
  ],
  [
    'REFERENCE_LATER',
    'constraint.if',
    [
      { code: 'a', type: 'rating', constraint: { if: { '>': [{ var: 'b' }, 1] }, message: en('No') } },
      { code: 'b', type: 'rating' },
    ],
  ],
  ['REFERENCE_UNKNOWN', 'max', [{ code: 'a', type: 'number', min: 0, max: { var: 'nobody' } }]],
  ['REFERENCE_UNKNOWN', 'calculate', [{ code: 'a', type: 'calculation', calculate: { var: 'profile.age' } }]],
  [
    'REFERENCE_UNKNOWN',
    'showIf',
    [{ code: 'a', type: 'rating', showIf: { '==': [{ var: 'profile.income' }, 'x'] } }],
  ],
  ['ROWS_MISSING', 'rows', [{ code: 'a', type: 'grid', columns: optionsOf('x', 'y') }]],
  [
    'ROWS_OF_CHOICES',
    'rowsFrom',
    [
      { code: 'b', type: 'rating' },
      { code: 'a', type: 'grid', rowsFrom: 'b', columns: optionsOf('x', 'y') },
    ],
  ],
])('the check names %s at %s', async (code, at, asked) => {
  const { issues } = await checkQuestionnaire(givenQuestions(...asked))
  expect(
    issues.map(({ path, problem }) => [path.split('.').slice(4).join('.'), problem.code]),
  ).toContainEqual([at, code])
})

test('the check refuses a condition on a question that mixing may put behind it', async () => {
  const asked = givenQuestions(
    { code: 'a', type: 'rating' },
    { code: 'b', type: 'rating', showIf: { '>': [{ var: 'a' }, 1] } },
  )
  const [section] = asked.sections
  if (!section) throw new Error('a section')
  const issues = async (order: 'random' | 'fixed', fixed: boolean) => {
    const questions = section.questions.map((question) => ({ ...question, fixed }))
    const checked = await checkQuestionnaire({ ...asked, sections: [{ ...section, order, questions }] })
    return checked.issues.map(({ problem }) => problem.code)
  }
  expect(await issues('fixed', false)).toEqual([])
  expect(await issues('random', false)).toEqual(['REFERENCE_LATER'])
  expect(await issues('random', true)).toEqual([])
})

test('the check passes a questionnaire of all types, and leaves conditions on the profile undecided', async () => {
  const checked = await checkQuestionnaire(
    givenQuestions(
      { code: 'intro', type: 'note' },
      { code: 'agree', type: 'note', consent: true },
      { code: 'born', type: 'date', max: '2010-01-01' },
      { code: 'best', type: 'ranking', options: optionsOf('a', 'b') },
      { code: 'twice', type: 'calculation', calculate: 2 },
      { code: 'lake', type: 'yes-no', showIf: { '==': [{ var: 'profile.county' }, 'kisumu'] } },
      { code: 'wake', type: 'time', showIf: { '<': [{ var: 'born' }, '2000-01-01'] } },
    ),
  )
  expect(checked).toMatchObject({ isPublishable: true, issues: [] })
  expect(checked.undecidedCount).toBeGreaterThan(0)
})
