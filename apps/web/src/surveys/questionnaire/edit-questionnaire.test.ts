import { expect, test } from 'vitest'
import {
  addQuestion,
  addSection,
  duplicateQuestion,
  findStep,
  moveQuestion,
  newQuestionnaire,
  numberOf,
  removeQuestion,
  withType,
} from './phone-preview.tsx'

const first = { section: 0, question: 0 }
/** Sections of two and one questions. */
const three = addSection(addQuestion(newQuestionnaire(), 0))
const codes = ({ sections }: typeof three) =>
  sections.map(({ questions }) => questions.map(({ code }) => code))

test('a new question has an id and a code of its own', () => {
  expect(codes(three)).toEqual([['q1', 'q2'], ['q3']])
  expect(codes(duplicateQuestion(three, first))).toEqual([['q1', 'q4', 'q2'], ['q3']])
})

test('a question moves within its section and into the next', () => {
  expect(findStep(three, first, -1)).toBeNull()
  expect(findStep(three, first, 1)).toEqual({ section: 0, question: 1 })
  expect(findStep(three, { section: 0, question: 1 }, 1)).toEqual({ section: 1, question: 0 })
  expect(codes(moveQuestion(three, { section: 0, question: 1 }, { section: 1, question: 0 }))).toEqual([
    ['q1'],
    ['q2', 'q3'],
  ])
  // A section is never empty.
  expect(codes(moveQuestion(three, { section: 1, question: 0 }, first))).toEqual([['q3', 'q1', 'q2']])
  expect(numberOf(three, { section: 1, question: 0 })).toBe(3)
})

test('the only question stays', () => {
  const one = newQuestionnaire()
  expect(removeQuestion(one, first)).toEqual(one)
  expect(codes(removeQuestion(three, { section: 1, question: 0 }))).toEqual([['q1', 'q2']])
})

test('another type keeps the words, the code and the conditions', () => {
  const question = { ...three.sections[0]?.questions[0], showIf: true } as Parameters<typeof withType>[0]
  expect(withType(question, 'grid')).toMatchObject({ id: 1, code: 'q1', type: 'grid', showIf: true })
  expect(withType(withType(question, 'choices'), 'multiple-choice')).not.toHaveProperty('most')
})
