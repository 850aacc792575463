import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'

export type Study = {
  surveyId: string
  title: string
  asked: Questionnaire
  points: number
  screenOutPoints: number
  /** The ids of the categories of the open question, in the order of their codes. */
  categories: string[]
  codedAt: Date
}
