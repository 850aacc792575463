import type { AnswerValue, SurveyQuestion } from '@chuma/contract/surveys/surveys'
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
])('%s takes %j', (type, answer) => expect(findAnswerProblem(ask(type), answer)).toBeNull())

test.each<[SurveyQuestion['type'], AnswerValue, string]>([
  ['multiple-choice', 'bank', 'Choose one of the options'],
  ['multiple-choice', 1, 'Choose one of the options'],
  ['rating', 0, 'Choose a whole number from 1 to 5'],
  ['rating', 6, 'Choose a whole number from 1 to 5'],
  ['rating', 2.5, 'Choose a whole number from 1 to 5'],
  ['rating', '4', 'Choose a whole number from 1 to 5'],
  ['yes-no', 'Yes', 'Answer yes or no'],
  ['yes-no', 1, 'Answer yes or no'],
  ['text', 3, 'Write your answer in words, at most 2000 characters'],
  ['text', 'x'.repeat(2001), 'Write your answer in words, at most 2000 characters'],
])('%s refuses %j', (type, answer, problem) => expect(findAnswerProblem(ask(type), answer)).toBe(problem))

test.each<SurveyQuestion['type']>(['multiple-choice', 'rating', 'yes-no', 'text'])(
  'a %s question may stay empty only when it is optional',
  (type) => {
    expect(findAnswerProblem(ask(type), '')).toBe('Required')
    expect(findAnswerProblem(ask(type, false), '')).toBeNull()
  },
)
