import type { Question } from '@chuma/contract/surveys/questionnaire/questions'

/** List the answers of a single choice; null for other types. */
export function listCodes(question: Question): string[] | null {
  if (question.type === 'multiple-choice') return question.options.map(({ code }) => code)
  return question.type === 'yes-no' ? ['yes', 'no'] : null
}
