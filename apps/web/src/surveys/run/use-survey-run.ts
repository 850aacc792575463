import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { SavedAnswer, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError } from '../../trpc.ts'
import { useSingleFlight } from '../../ui/forms/use-single-flight.ts'
import { explainFailure } from '../attempts/explain-failure.ts'
import { isMissing, unsavedOf } from './answers.ts'
import type { SurveyRunProps } from './survey-run-props.ts'
import { useDrafts } from './use-drafts.ts'
import { useLeaveSurvey } from './use-leave-survey.ts'
import { usePosition } from './use-position.ts'
import { useSendAnswers } from './use-send-answers.ts'

type Problem = { questionId: number; message: string }

/** A member's run through a survey. Each answer is saved on the server before the next question appears. */
export function useSurveyRun({ survey, memberId, questionNumber, language, ...done }: SurveyRunProps) {
  const t = useT()
  const { id: surveyId, questions, answers: saved } = survey
  const { drafts, setDraft, forgetDrafts } = useDrafts({ memberId, surveyId, saved })
  const { question, index, goTo } = usePosition({ survey, drafts, questionNumber })
  const [problem, setProblem] = useState<Problem>()
  const [notSent, setNotSent] = useState<'answer' | 'survey' | null>(null)
  const sending = useSendAnswers(survey, language)
  const leave = useLeaveSurvey()
  const isUnsaved = Object.hasOwn(unsavedOf(drafts, saved), question.id)
  // The last answer to a questionnaire may lead to further questions: it is saved before the survey can be completed.
  const isLast = index === questions.length - 1 && (survey.version === undefined || !isUnsaved)
  const answer = drafts[question.id] ?? saved[question.id]

  const handleFailure = (error: unknown) => {
    const failure = explainFailure(error)
    if (failure === 'signed-out' || failure === 'not-found') return leave(failure)
    const refusal = failure === 'refused' && findRefusal(error, questions, question.id)
    if (refusal) {
      setProblem(refusal)
      return goTo(refusal.index)
    }
    // Finished elsewhere, or its questions changed: reload to show the server's state.
    if (failure === 'refused') sending.reload()
    if (isLast) sending.sayNotSubmitted()
    setNotSent(isLast ? 'survey' : 'answer')
  }

  const goOn = useSingleFlight(async () => {
    if (isMissing(question, { ...saved, ...drafts })) {
      return setProblem({ questionId: question.id, message: t('survey.required') })
    }
    const unsaved = unsavedOf(drafts, saved)
    try {
      if (isLast) {
        const result = await sending.complete(unsaved)
        forgetDrafts()
        return result.screenedOut
          ? done.onScreenedOut({ ...result, reason: result.screenedOut.reason })
          : done.onCompleted(result)
      }
      const entered = unsaved[question.id]
      const led = entered === undefined ? undefined : await sending.save(question.id, entered)
      setNotSent(null)
      if (led?.screenedOut) {
        forgetDrafts()
        return done.onScreenedOut(led.screenedOut)
      }
      goTo(findNextIndex(led, questions.length, index))
    } catch (error) {
      handleFailure(error)
    }
  })

  return {
    question,
    index,
    count: questions.length,
    isLast,
    answer,
    problem: problem?.questionId === question.id ? problem.message : null,
    notSent,
    isPending: sending.isPending,
    setAnswer: (value: AnswerValue) => {
      setProblem(undefined)
      setDraft(question.id, value)
    },
    goOn,
    goBack: () => goTo(index - 1),
  }
}

/** The question that the server leads to. At the end the last one stays, and can be completed. */
function findNextIndex(led: SavedAnswer | undefined, count: number, index: number): number {
  if (!led?.questions) return Math.min(index + 1, count - 1)
  const next = led.questions.findIndex(({ id }) => id === led.next)
  return next === -1 ? led.questions.length - 1 : next
}

/** Find the first question whose answer the server refused, with the reason. */
function findRefusal(error: unknown, questions: SurveyQuestion[], currentId: number) {
  const fieldErrors = (isApiError(error) && error.data?.fieldErrors) || {}
  for (const [index, { id }] of questions.entries()) {
    const message =
      fieldErrors[`answers.${id}`]?.[0] ?? (id === currentId ? fieldErrors.answer?.[0] : undefined)
    if (message) return { index, questionId: id, message }
  }
  return null
}
