import { COMMENT_QUESTION_ID, SURVEY_CATEGORIES, surveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { buildQuestions } from './questions.ts'

const demographics = buildQuestions('').slice(0, 2)

test.each([...SURVEY_CATEGORIES, ''])(
  '%j has two demographic questions, two or three of its own, and one optional comment',
  (category) => {
    const questions = buildQuestions(category)
    expect(questions.slice(0, 2)).toEqual(demographics)
    expect([5, 6]).toContain(questions.length)
    expect(questions.at(-1)).toMatchObject({ id: COMMENT_QUESTION_ID, type: 'text', required: false })
    expect(questions.slice(0, -1).every((question) => question.required)).toBe(true)
  },
)

test.each([...SURVEY_CATEGORIES, ''])('every question of %j can be answered and is unique', (category) => {
  const questions = buildQuestions(category)
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  for (const question of questions) {
    expect(surveyQuestion.parse(question)).toEqual(question)
    if (question.type === 'multiple-choice') expect(new Set(question.options).size).toBeGreaterThanOrEqual(2)
    else expect(question.options).toEqual([])
  }
})

test('all four types are used, and every category has its own questions', () => {
  const all = SURVEY_CATEGORIES.map(buildQuestions)
  expect(new Set(all.flat().map(({ type }) => type)).size).toBe(4)
  expect(new Set(all.map((questions) => questions[2]?.question)).size).toBe(SURVEY_CATEGORIES.length)
})

test.each(['gardening', 'constructor', '__proto__'])(
  'the unknown category %j has the general questions',
  (category) => {
    expect(buildQuestions(category)).toEqual(buildQuestions(''))
  },
)
