import type { SurveyDetail, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { expect, test } from 'vitest'
import { furthestIndex, resumeIndex, unsavedOf } from './answers.ts'

const question = (id: number, required = true): SurveyQuestion => ({
  id,
  type: 'text',
  question: `Question ${id}`,
  options: [],
  required,
})
const questions = [question(1), question(2), question(3, false), question(4), question(99, false)]
const survey = (answers: SurveyDetail['answers']) => ({ questions, answers }) as SurveyDetail

test('a survey without answers starts at its first question', () => {
  expect(resumeIndex(survey({}), {})).toBe(0)
})

test('a survey resumes after the last answer', () => {
  expect(resumeIndex(survey({ 1: 'a', 2: 'b' }), {})).toBe(2)
})

test('a skipped optional question is not asked again', () => {
  expect(resumeIndex(survey({ 1: 'a', 2: 'b', 4: 'd' }), {})).toBe(4)
})

test('a survey never resumes past an unanswered required question', () => {
  expect(resumeIndex(survey({ 1: 'a', 4: 'd' }), {})).toBe(1)
})

test('a fully answered survey resumes at its last question', () => {
  expect(resumeIndex(survey({ 1: 'a', 2: 'b', 3: 'c', 4: 'd', 99: 'e' }), {})).toBe(4)
})

test('unsaved input comes first', () => {
  expect(resumeIndex(survey({ 1: 'a', 2: 'b', 4: 'd' }), { 2: 'changed' })).toBe(1)
})

test('spaces alone are not an answer', () => {
  expect(furthestIndex(questions, { 1: 'a', 2: '   ' })).toBe(1)
})

test('a draft equal to the saved answer is not unsaved, whatever spaces surround it', () => {
  expect(unsavedOf({ 1: ' a ', 2: 3 }, { 1: 'a', 2: 3 })).toEqual({})
})

test('clearing an answer is a change, leaving a question empty is not', () => {
  expect(unsavedOf({ 1: '', 2: '' }, { 1: 'a' })).toEqual({ 1: '' })
})
