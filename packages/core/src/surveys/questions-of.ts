import type { SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { buildQuestions } from './build-questions.ts'

type Source = { kind: SurveyKind; questions: SurveyQuestion[] | null; category: string }

/** The questions somebody set, or else those of the category. What is not answered here asks nothing. */
export function questionsOf({ kind, questions, category }: Source): SurveyQuestion[] {
  if (kind !== 'questions') return []
  return questions && questions.length > 0 ? questions : buildQuestions(category)
}
