import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import {
  COMMENT_QUESTION_ID,
  SURVEY_CATEGORIES,
  type SurveyQuestion,
  surveyQuestion,
} from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { follow } from './questionnaire/follow.ts'
import { judgeAnswer } from './questionnaire/judge-answer.ts'
import { fromList } from './questionnaire/plain-list.ts'
import { readShownAnswer } from './questionnaire/take-answers.ts'
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

const ask = (type: SurveyQuestion['type'], required = true): SurveyQuestion => ({
  id: 1,
  type,
  question: 'Which?',
  options: type === 'multiple-choice' ? ['Bank', ' Cafe\u0301 ', 'Post', 'POST', '3'] : [],
  required,
})

/** Read an answer to a list of this question, and judge it. */
function readListAnswer(question: SurveyQuestion, given: GivenAnswer) {
  const before = follow(fromList([question]), { answers: new Map(), seed: '' })
  const [shown] = before.shown
  if (!shown) throw new Error('it is not asked')
  const read = readShownAnswer(shown, given, { before, languages: ['en'] })
  return { ...read, problem: read.problem ?? judgeAnswer(shown, read.answer) }
}

test.each<[SurveyQuestion['type'], GivenAnswer, AnswerValue]>([
  ['multiple-choice', 'Bank', 'Bank'],
  ['multiple-choice', 'Caf\u00e9', 'Caf\u00e9'],
  ['multiple-choice', ' BANK ', 'Bank'],
  ['multiple-choice', ['bank'], 'Bank'],
  ['multiple-choice', '\uff22\uff41\uff4e\uff4b', 'Bank'],
  ['multiple-choice', 'POST', 'POST'],
  ['multiple-choice', 3, '3'],
  ['rating', 1, 1],
  ['rating', 5, 5],
  ['rating', '4', 4],
  ['rating', ' 4.0 ', 4],
  ['rating', '\uff14', 4],
  ['yes-no', 'yes', 'yes'],
  ['yes-no', 'No', 'no'],
  ['yes-no', ' YES ', 'yes'],
  ['yes-no', 'Ndiyo', 'yes'],
  ['yes-no', 'hapana', 'no'],
  ['yes-no', true, 'yes'],
  ['yes-no', false, 'no'],
  ['text', 'x', 'x'],
  ['text', 'x'.repeat(2000), 'x'.repeat(2000)],
])('%s accepts %j and stores %j', (type, given, stored) =>
  expect(readListAnswer(ask(type), given)).toEqual({ answer: stored, problem: null }),
)

test.each<[SurveyQuestion['type'], GivenAnswer, Problem]>([
  ['multiple-choice', 'Post office', problem('ANSWER_NOT_AN_OPTION')],
  ['multiple-choice', 'post', problem('ANSWER_AMBIGUOUS')],
  ['multiple-choice', ['Bank', 'Post'], problem('ANSWER_NOT_AN_OPTION')],
  ['multiple-choice', true, problem('ANSWER_NOT_AN_OPTION')],
  ['multiple-choice', 1, problem('ANSWER_NOT_AN_OPTION')],
  ['rating', 0, problem('ANSWER_NOT_A_RATING')],
  ['rating', 6, problem('ANSWER_NOT_A_RATING')],
  ['rating', 2.5, problem('ANSWER_NOT_A_RATING')],
  ['rating', '4,5', problem('ANSWER_NOT_A_RATING')],
  ['rating', '0x4', problem('ANSWER_NOT_A_RATING')],
  ['rating', true, problem('ANSWER_NOT_A_RATING')],
  ['yes-no', 'perhaps', problem('ANSWER_NOT_YES_OR_NO')],
  ['yes-no', 1, problem('ANSWER_NOT_YES_OR_NO')],
  ['text', 3, problem('ANSWER_NOT_IN_WORDS', { max: 2000 })],
  ['text', 'x'.repeat(2001), problem('ANSWER_NOT_IN_WORDS', { max: 2000 })],
])('%s refuses %j', (type, answer, expected) =>
  expect(readListAnswer(ask(type), answer).problem).toEqual(expected),
)

test.each<SurveyQuestion['type']>(['multiple-choice', 'rating', 'yes-no', 'text'])(
  'a %s question can stay empty only if it is optional',
  (type) => {
    expect(readListAnswer(ask(type), '').problem).toEqual(problem('REQUIRED'))
    expect(readListAnswer(ask(type, false), []).problem).toBeNull()
  },
)
