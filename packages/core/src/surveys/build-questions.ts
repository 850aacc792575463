import { COMMENT_QUESTION_ID, type PlainQuestion } from '@chuma/contract/surveys/surveys'
import {
  categoryQuestions,
  commentQuestion,
  demographicQuestions,
  generalQuestions,
} from './category-questions.ts'

const questionsByCategory = new Map(Object.entries(categoryQuestions))

/** Build the questions of a survey without its own: about the member, about the category, and an optional comment. */
export function buildQuestions(category: string): PlainQuestion[] {
  const drafts = [...demographicQuestions, ...draftsOf(category)]
  return [
    ...drafts.map((draft, index) => ({ id: index + 1, ...draft, required: true })),
    { id: COMMENT_QUESTION_ID, ...commentQuestion, required: false },
  ]
}

/** Count the questions that `buildQuestions` would build, for lists. */
export function countBuiltQuestions(category: string): number {
  return demographicQuestions.length + draftsOf(category).length + 1
}

const draftsOf = (category: string) => questionsByCategory.get(category) ?? generalQuestions
