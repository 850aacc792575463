import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Answers, furthestIndex, resumeIndex } from './answers.ts'

type Place = { survey: SurveyDetail; drafts: Answers; questionNumber: number | undefined }

/** Which question is on screen. The address says, as far as the answers allow; where it says nothing, they decide. */
export function usePosition({ survey, drafts, questionNumber }: Place) {
  const navigate = useNavigate()
  const { id: surveyId, questions, answers: saved } = survey
  const wanted = questionNumber === undefined ? resumeIndex(survey, drafts) : questionNumber - 1
  const index = Math.min(wanted, furthestIndex(questions, { ...saved, ...drafts }))
  const question = questions[index]
  if (!question) throw new Error(`Survey ${surveyId} has no questions`)

  const show = (target: number, options?: { replace: true }) =>
    void navigate({
      to: '/survey/$surveyId',
      params: { surveyId },
      search: { q: target + 1 },
      ...options,
    })

  // The address always tells where one is, or going back from the next question would lead nowhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is new with every render and always the same
  useEffect(() => {
    if (questionNumber !== index + 1) show(index, { replace: true })
  }, [questionNumber, index])

  return { question, index, goTo: (target: number) => show(target) }
}
