import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { findAnswerProblem } from './find-answer-problem.ts'

const ask = (type: SurveyQuestion['type'], required = true): SurveyQuestion => ({
  id: 1,
  type,
  question: 'Which?',
  options: type === 'multiple-choice' ? ['Bank', ' Cafe\u0301 '] : [],
  required,
})

test.each<[SurveyQuestion['type'], AnswerValue]>([
  ['multiple-choice', 'Bank'],
  ['multiple-choice', 'Caf\u00e9'],
  ['rating', 1],
  ['rating', 5],
  ['yes-no', 'yes'],
  ['yes-no', 'no'],
  ['text', 'x'],
  ['text', 'x'.repeat(2000)],
])('%s accepts %j', (type, answer) => expect(findAnswerProblem(ask(type), answer)).toBeNull())

test.each<[SurveyQuestion['type'], AnswerValue, Problem]>([
  ['multiple-choice', 'bank', problem('ANSWER_NOT_AN_OPTION')],
  ['multiple-choice', 1, problem('ANSWER_NOT_AN_OPTION')],
  ['rating', 0, problem('ANSWER_NOT_A_RATING')],
  ['rating', 6, problem('ANSWER_NOT_A_RATING')],
  ['rating', 2.5, problem('ANSWER_NOT_A_RATING')],
  ['rating', '4', problem('ANSWER_NOT_A_RATING')],
  ['yes-no', 'Yes', problem('ANSWER_NOT_YES_OR_NO')],
  ['yes-no', 1, problem('ANSWER_NOT_YES_OR_NO')],
  ['text', 3, problem('ANSWER_NOT_IN_WORDS', { max: 2000 })],
  ['text', 'x'.repeat(2001), problem('ANSWER_NOT_IN_WORDS', { max: 2000 })],
])('%s refuses %j', (type, answer, expected) =>
  expect(findAnswerProblem(ask(type), answer)).toEqual(expected),
)

test.each<SurveyQuestion['type']>(['multiple-choice', 'rating', 'yes-no', 'text'])(
  'a %s question can stay empty only if it is optional',
  (type) => {
    expect(findAnswerProblem(ask(type), '')).toEqual(problem('REQUIRED'))
    expect(findAnswerProblem(ask(type, false), '')).toBeNull()
  },
)
