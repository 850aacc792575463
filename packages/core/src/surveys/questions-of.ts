import type { SurveyKind, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { buildQuestions } from './build-questions.ts'

type Source = { kind: SurveyKind; questions: SurveyQuestion[] | null; category: string }

/** Return a survey's own questions, or else its category's; none for partners' and instant surveys. */
export function questionsOf({ kind, questions, category }: Source): SurveyQuestion[] {
  if (kind !== 'questions') return []
  return questions && questions.length > 0 ? questions : buildQuestions(category)
}
