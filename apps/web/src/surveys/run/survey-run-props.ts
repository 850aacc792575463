import type { CompletedSurvey, ScreenedOut, SurveyDetail } from '@chuma/contract/surveys/surveys'

export type SurveyRunProps = {
  survey: SurveyDetail
  memberId: string
  /** From the address, counted from 1. */
  questionNumber: number | undefined
  /** Of the questions, if the member chose one. */
  language: string | undefined
  onLanguage: (language: string) => void
  onCompleted: (result: CompletedSurvey) => void
  onScreenedOut: (result: ScreenedOut) => void
}
