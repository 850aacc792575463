import type { SurveyQuestion } from '@chuma/contract/surveys'
import { buildQuestions } from './build-questions.ts'

/** The questions somebody set, or else those of the category. */
export function chooseQuestions(questions: SurveyQuestion[] | null, category: string): SurveyQuestion[] {
  return questions && questions.length > 0 ? questions : buildQuestions(category)
}
