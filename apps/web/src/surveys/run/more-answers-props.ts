import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

export type MoreAnswersProps = {
  question: SurveyQuestion
  answer: AnswerValue | undefined
  onAnswer: (answer: AnswerValue) => void
  labelId: string
  problem: string | null
}
