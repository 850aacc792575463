import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { isApiError } from '../../trpc.ts'

/** The first question whose answer the server did not take, and its reason. */
export function findRefusal(error: unknown, questions: SurveyQuestion[], currentId: number) {
  const fieldErrors = (isApiError(error) && error.data?.fieldErrors) || {}
  for (const [index, { id }] of questions.entries()) {
    const message =
      fieldErrors[`answers.${id}`]?.[0] ?? (id === currentId ? fieldErrors.answer?.[0] : undefined)
    if (message) return { index, questionId: id, message }
  }
  return null
}
