import type { Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question, QuestionOption } from '@chuma/contract/surveys/questionnaire/questions'

/** A question with the options and rows that are shown, in their order. */
export type ShownQuestion = {
  section: Section
  question: Question
  options: Choice[]
  rows: QuestionOption[]
}
