import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { expect, test } from 'vitest'
import { measureHold } from '../../../testing.ts'
import { givenQuestions, optionsOf, readTeaQuestionnaire } from '../testing.ts'
import { checkQuestionnaire } from './check-questionnaire.ts'

type Question = Parameters<typeof givenQuestions>[number]
const yesNo = (code: string, given: object = {}): Question => ({ code, type: 'yes-no', ...given })
const is = (code: string, value: Json): Logic => ({ '==': [{ var: code }, value] })
const issuesOf = async (...questions: Question[]) =>
  (await checkQuestionnaire(givenQuestions(...questions))).issues.map(
    ({ path, problem }) => `${problem.code} ${path}`,
  )
const at = (place: number) => `sections.0.questions.${place}`

test('the example of the docs can be published', async () => {
  expect(await checkQuestionnaire(readTeaQuestionnaire())).toEqual({
    isPublishable: true,
    issues: [],
    undecidedCount: 0,
  })
})

const many = { type: 'choices', options: optionsOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i') } as const
test.each<[string, string[], Question[]]>([
  ['a condition about itself', [`REFERENCE_LATER ${at(0)}.showIf`], [yesNo('a', { showIf: is('a', 'yes') })]],
  [
    'conditions about each other',
    [`REFERENCE_LATER ${at(0)}.showIf`],
    [yesNo('a', { showIf: is('b', 'yes') }), yesNo('b', { showIf: is('a', 'yes') })],
  ],
  [
    'a condition about no question',
    [`REFERENCE_UNKNOWN ${at(0)}.showIf`],
    [yesNo('a', { showIf: is('z', 1) })],
  ],
  [
    'a condition about a computed question',
    [`REFERENCE_COMPUTED ${at(1)}.showIf`],
    [yesNo('a'), yesNo('b', { showIf: { '!!': [{ var: { cat: ['a'] } }] } })],
  ],
  [
    'a text with a later answer',
    [`REFERENCE_LATER ${at(0)}.words`],
    [yesNo('a', { words: { en: 'As you said {{b}}?' } }), yesNo('b')],
  ],
  [
    'a division by nothing',
    [`DIVIDES_BY_NOTHING ${at(1)}.showIf`],
    [
      { code: 'n', type: 'number', min: 0, max: 9 },
      yesNo('b', { showIf: { '>': [{ '/': [6, { var: 'n' }] }, 2] } }),
    ],
  ],
  [
    'an end that reads an optional question',
    [`END_READS_OPTIONAL ${at(0)}.endIf.0.if`],
    [yesNo('a', { required: false, endIf: [{ if: is('a', 'no'), outcome: 'complete' }] })],
  ],
  ['a repeated code', [`CODE_REPEATED ${at(1)}.code`], [yesNo('a'), yesNo('a')]],
  ['a repeated id', [`CODE_REPEATED ${at(1)}.id`], [yesNo('a'), yesNo('b', { id: 1 })]],
  [
    'repeated options',
    [`CODE_REPEATED ${at(0)}.options.1.code`, `LABEL_REPEATED ${at(0)}.options.1.words`],
    [{ code: 'a', type: 'multiple-choice', options: optionsOf('x', 'x') }],
  ],
  [
    'an impossible attention check',
    [`ANSWER_IMPOSSIBLE ${at(0)}.expected`],
    [{ code: 'a', type: 'multiple-choice', options: optionsOf('x', 'y'), expected: 'z' }],
  ],
  [
    'bounds the wrong way round',
    [`BELOW_FIELD ${at(0)}.max`],
    [{ code: 'n', type: 'number', min: 5, max: 4 }],
  ],
  [
    'a screen-out without a reason',
    [`REASON_FOR_MEMBER ${at(0)}.endIf.0.reason`],
    [yesNo('a', { endIf: [{ if: is('a', 'no'), outcome: 'screened-out' }] })],
  ],
  [
    'a question that needs an impossible answer',
    [`QUESTION_UNREACHABLE ${at(1)}`],
    [yesNo('a'), yesNo('b', { showIf: is('a', 'maybe') })],
  ],
  [
    'a question behind an end that it needs not to happen',
    [`QUESTION_UNREACHABLE ${at(1)}`],
    [
      yesNo('a', { endIf: [{ if: is('a', 'no'), outcome: 'complete' }] }),
      yesNo('b', { showIf: is('a', 'no') }),
    ],
  ],
  [
    'a question that two conditions exclude together',
    [`QUESTION_UNREACHABLE ${at(2)}`],
    [
      yesNo('a'),
      yesNo('b', { showIf: is('a', 'yes') }),
      yesNo('c', { showIf: { and: [is('a', 'no'), is('b', 'yes')] } }),
    ],
  ],
  [
    'a condition that always holds',
    [`CONDITION_ALWAYS ${at(1)}.showIf`],
    [yesNo('a'), yesNo('b', { showIf: { in: [{ var: 'a' }, ['yes', 'no']] } })],
  ],
  [
    'an option that nobody sees',
    [`OPTION_UNREACHABLE ${at(1)}.options.2.showIf`],
    [
      yesNo('a'),
      {
        code: 'b',
        type: 'multiple-choice',
        options: [...optionsOf('x', 'y'), { code: 'z', words: { en: 'Z' }, showIf: is('a', 'maybe') }],
      },
    ],
  ],
  [
    'an end that never comes',
    [`CONDITION_NEVER ${at(0)}.endIf.0.if`],
    [yesNo('a', { endIf: [{ if: is('a', 'maybe'), outcome: 'complete' }] }), yesNo('b')],
  ],
  [
    'nothing about an optional question that may stay open',
    [],
    [yesNo('a', { required: false }), yesNo('b', { showIf: { '!': [{ var: 'a' }] } })],
  ],
])('the check finds %s', async (_, expected, questions) => {
  expect(await issuesOf(...questions)).toEqual(expected)
})

test('conditions with too many answers to try are counted', async () => {
  const checked = await checkQuestionnaire(
    givenQuestions({ code: 'a', ...many }, yesNo('b', { showIf: { in: ['a', { var: 'a' }] } })),
  )
  expect(checked).toEqual({ isPublishable: true, issues: [], undecidedCount: 1 })
})

test('missing translations and misplaced screening are named', async () => {
  const words = { en: 'Do you?', sw: 'Je?' }
  const ends = [{ if: is('b', 'no'), outcome: 'screened-out', reason: words }]
  const { issues } = await checkQuestionnaire(
    questionnaire.parse({
      languages: ['en', 'sw', 'luo'],
      sections: [
        { code: 'one', questions: [{ id: 1, code: 'a', type: 'yes-no', words: { ...words, luo: 'Be?' } }] },
        { code: 'two', questions: [{ id: 2, code: 'b', type: 'yes-no', words, endIf: ends }] },
        {
          code: 'three',
          isScreening: true,
          questions: [{ id: 3, code: 'c', type: 'rating', words: { en: 'Rate' } }],
        },
      ],
    }),
  )
  expect(issues.map(({ path, problem }) => `${problem.code} ${path}`)).toEqual([
    'SCREEN_OUT_LATE sections.1.questions.0.endIf.0.outcome',
    'SCREENING_LATE sections.2.isScreening',
    'TRANSLATION_MISSING sections.1.questions.0.words.luo',
    'TRANSLATION_MISSING sections.1.questions.0.endIf.0.reason.luo',
    'TRANSLATION_MISSING sections.2.questions.0.words.sw',
    'TRANSLATION_MISSING sections.2.questions.0.words.luo',
  ])
})

test.each<[string, Logic, string[]]>([
  ['no question', is('z', 1), ['REFERENCE_UNKNOWN contradictions.0.if']],
  ['answers that nobody gives', is('a', 'perhaps'), ['CONDITION_NEVER contradictions.0.if']],
  ['what everyone says', { in: [{ var: 'a' }, ['yes', 'no']] }, ['CONDITION_ALWAYS contradictions.0.if']],
  ['two answers', { and: [is('a', 'yes'), is('b', 'no')] }, []],
])('a contradiction about %s', async (_, rule, problems) => {
  const asked = givenQuestions(yesNo('a'), yesNo('b'))
  const { issues } = await checkQuestionnaire({ ...asked, contradictions: [{ if: rule, note: 'Not both' }] })
  expect(issues.map(({ path, problem }) => `${problem.code} ${path}`)).toEqual(problems)
})

test('a questionnaire of 200 questions with conditions is checked within the bounds', async () => {
  const questions = Array.from({ length: 100 }, (_, n) =>
    yesNo(
      `q${n}`,
      n > 2 ? { showIf: { or: [is(`q${n - 1}`, 'yes'), is(`q${n - 2}`, 'no'), is('q0', 'yes')] } } : {},
    ),
  )
  const { issues } = await checkQuestionnaire(givenQuestions(...questions))
  expect(issues).toEqual([])
})

const sex: Question = { code: 'sex', type: 'multiple-choice', options: optionsOf('male', 'female', 'other') }
test.each<[string, Question, Logic, boolean]>([
  ['“in” one choice', sex, { in: ['male', { var: 'sex' }] }, true],
  ['one choice “in” a text', sex, { in: [{ var: 'sex' }, 'male, other'] }, true],
  ['“in” one choice, further inside', sex, { and: [true, { '!': { in: ['male', { var: 'sex' }] } }] }, true],
  ['“in” one choice or a text', sex, { in: ['male', { if: [true, { var: 'sex' }, ''] }] }, true],
  ['one choice “in” a text put together', sex, { in: [{ var: 'sex' }, { cat: ['male', 'other'] }] }, true],
  ['“in” a number', { code: 'sex', type: 'number', min: 0, max: 9 }, { in: ['1', { var: 'sex' }] }, true],
  [
    '“in” a row of a grid',
    { code: 'sex', type: 'grid', rows: optionsOf('tea'), columns: optionsOf('male', 'female') },
    { in: ['male', { var: 'sex.tea' }] },
    true,
  ],
  ['one choice “in” a list', sex, { in: [{ var: 'sex' }, ['male', 'other']] }, false],
  ['“in” several choices', { code: 'sex', ...many }, { in: ['a', { var: 'sex' }] }, false],
  ['“in” a member’s own words', { code: 'sex', type: 'text' }, { in: ['tea', { var: 'sex' }] }, false],
])('C10 the check of %s', async (_, question, showIf, isRefused) => {
  const found = await issuesOf(question, yesNo('b', { showIf }))
  expect(found).toEqual(isRefused ? [`IN_COMPARES_PARTS ${at(1)}.showIf`] : [])
})

const years: Question = { code: 'a', type: 'multiple-choice', options: optionsOf('2024', '2025') }
test.each<[string, Question, Logic, object | null]>([
  [
    'words “>” a number',
    { code: 'a', type: 'text' },
    { '>': [{ var: 'a' }, 5] },
    { code: 'OPERATOR_NEEDS_NUMBER', params: { code: 'a', operation: '>' } },
  ],
  [
    'a number “<=” a choice, further inside',
    yesNo('a'),
    { or: [false, { '<=': [1, { var: 'a' }, 3] }] },
    { code: 'OPERATOR_NEEDS_NUMBER', params: { code: 'a', operation: '<=' } },
  ],
  ['“in” a number', yesNo('a'), { in: [{ var: 'a' }, 5] }, { code: 'IN_NEEDS_LIST', params: { code: 'a' } }],
  ['“in” nothing', yesNo('a'), { in: [{ var: 'a' }] }, { code: 'IN_NEEDS_LIST', params: { code: 'a' } }],
  ['a rating “>” a number', { code: 'a', type: 'rating' }, { '>': [{ var: 'a' }, 3] }, null],
  ['codes that are numbers “>” a number', years, { '>': [{ var: 'a' }, 2024] }, null],
  ['words that are the same', { code: 'a', type: 'text' }, { '==': [{ var: 'a' }, 'tea'] }, null],
])('the check of an operator: %s', async (_, question, showIf, expected) => {
  const { issues, isPublishable } = await checkQuestionnaire(givenQuestions(question, yesNo('b', { showIf })))
  expect(issues.map(({ problem }) => problem)).toEqual(expected ? [expected] : [])
  expect(isPublishable).toBe(expected === null)
})

test('the costliest questionnaire is checked in less than two tenths of a second, and what was left out is counted', async () => {
  // Each condition multiplies the answers of three questions, and takes as many steps as one may.
  const costly = (code: string): Logic => ({
    '>': [
      {
        reduce: [
          Array.from({ length: 100 }, (_, n) => n),
          { '+': [{ var: 'current' }, { var: 'accumulator' }, 1] },
          0,
        ],
      },
      { '+': [{ var: code }, { var: 'q1' }, { var: 'q2' }] },
    ],
  })
  const questions = Array.from(
    { length: 100 },
    (_, n): Question => ({
      code: `q${n}`,
      type: 'rating',
      ...(n > 3 && { showIf: costly(`q${n - 1}`) }),
    }),
  )
  const asked = givenQuestions(...questions)
  await checkQuestionnaire(asked)
  let undecidedCount = 0
  const longestMs = await measureHold(async () => {
    undecidedCount = (await checkQuestionnaire(asked)).undecidedCount
  })
  expect(longestMs).toBeLessThan(200)
  expect(undecidedCount).toBeGreaterThan(0)
})
