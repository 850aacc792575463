import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { buildQuestions } from '../questions.ts'
import { fourQuestions } from '../testing.ts'

const ask = (given: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  id: 1,
  type: 'rating',
  question: 'one two three four five',
  options: [],
  required: true,
  ...given,
})
const words = (count: number) => Array<string>(count).fill('word').join(' ')

test.each<[string, SurveyQuestion[], number]>([
  ['nothing', [], 0],
  ['a rating after five words', [ask()], 2],
  ['a typed answer', [ask({ type: 'text' })], 5],
  ['an optional one, which is only read', [ask({ required: false })], 1],
  ['400 words in a minute, and a tap', [ask({ question: words(400) })], 61],
  [
    'choices at half of it',
    [ask({ type: 'multiple-choice', question: words(1), options: [words(399), words(409)] })],
    62,
  ],
  ['one question of each type', fourQuestions, 6],
  ['questions built from a category', buildQuestions('finance'), 16],
])('%s: %#', (_, questions, seconds) => {
  expect(minimumSeconds(questions)).toBe(seconds)
})
