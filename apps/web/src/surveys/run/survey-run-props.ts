import type { CompletedSurvey, ScreenedOut, SurveyDetail } from '@chuma/contract/surveys/surveys'

export type SurveyRunProps = {
  survey: SurveyDetail
  memberId: string
  /** From the address, counted from 1. */
  questionNumber: number | undefined
  onCompleted: (result: CompletedSurvey) => void
  onScreenedOut: (result: ScreenedOut) => void
}
