import { expect, test } from 'vitest'
import { type Condition, listTargets, readCondition, toLogic } from './condition-builder.tsx'
import { addQuestion, changeQuestion, newQuestionnaire, withType } from './edit-questionnaire.ts'

const conditions: Condition[] = [
  { join: 'and', parts: [{ path: 'q1', test: 'is', value: 'yes' }] },
  { join: 'and', parts: [{ path: 'q1', test: 'hasNot', value: 'a' }] },
  { join: 'and', parts: [{ path: 'q1', test: 'answered', value: '' }] },
  {
    join: 'or',
    parts: [
      { path: 'q1', test: 'more', value: 3 },
      { path: 'q2.row', test: 'not', value: 'b' },
      { path: 'q3', test: 'has', value: 'c' },
      { path: 'q4', test: 'less', value: 9 },
    ],
  },
]

test.each(conditions)('a sentence survives being stored: $join $parts', (condition) => {
  expect(readCondition(toLogic(condition))).toEqual(condition)
})

test.each([
  { '+': [1, 2] },
  { '==': [{ var: 'a' }, { var: 'b' }] },
  { and: [true] },
  true,
  { '!': [{ var: 'a' }] },
  { var: 'a' },
])('what a sentence cannot say is left to JSON: %j', (rule) => {
  expect(readCondition(rule)).toBeNull()
})

test('a condition reads what was asked before, and behind a question its own answer', () => {
  const two = addQuestion(newQuestionnaire(), 0)
  const [first] = two.sections[0]?.questions ?? []
  if (!first) throw new Error('no question')
  const given = changeQuestion(two, { section: 0, question: 0 }, withType(first, 'grid'))
  const words = { yes: 'Yes', no: 'No', number: (number: number) => `Q${number}` }
  const paths = (isIncluded: boolean) =>
    listTargets(given, { section: 0, question: 1, isIncluded }, words).map(({ path }) => path)
  expect(paths(false)).toEqual(['q1.row1'])
  expect(paths(true)).toEqual(['q1.row1', 'q2'])
})
