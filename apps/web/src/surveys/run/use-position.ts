import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Answers, furthestIndex, resumeIndex } from './answers.ts'

type Place = { survey: SurveyDetail; drafts: Answers; questionNumber: number | undefined }

/** The question on screen. The address decides, as far as the answers allow; without one, the answers decide. */
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

  // Keep the position in the address, or the browser's back button would have nowhere to go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is new on every render but does the same
  useEffect(() => {
    if (questionNumber !== index + 1) show(index, { replace: true })
  }, [questionNumber, index])

  return { question, index, goTo: (target: number) => show(target) }
}
