import { COMMENT_QUESTION_ID, type SurveyQuestion } from '@chuma/contract/surveys/surveys'
import {
  categoryQuestions,
  commentQuestion,
  demographicQuestions,
  generalQuestions,
} from './category-questions.ts'

const questionsByCategory = new Map(Object.entries(categoryQuestions))

/** What a survey asks when nobody set its questions: who answers, what the category is about, and a free last word. */
export function buildQuestions(category: string): SurveyQuestion[] {
  const drafts = [...demographicQuestions, ...draftsOf(category)]
  return [
    ...drafts.map((draft, index) => ({ id: index + 1, ...draft, required: true })),
    { id: COMMENT_QUESTION_ID, ...commentQuestion, required: false },
  ]
}

/** How many `buildQuestions` would build, for lists that only count them. */
export function countBuiltQuestions(category: string): number {
  return demographicQuestions.length + draftsOf(category).length + 1
}

const draftsOf = (category: string) => questionsByCategory.get(category) ?? generalQuestions
