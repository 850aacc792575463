import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type {
  CompletedSurvey,
  ScreenedOut,
  SurveyDetail,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../i18n/use-t.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { chosenIn } from './choose.ts'

/** By question id. An empty text is not an answer. */
export type Answers = Record<string, AnswerValue>

export function isMissing({ id, type, required, rows, most }: SurveyQuestion, answers: Answers): boolean {
  const answer = answers[id]
  if (!required) return false
  if (type === 'ranking') return isEmpty(answer) || chosenIn(answer).choices.length < (most ?? 0)
  if (typeof answer === 'object' && 'rows' in answer) {
    return (rows ?? []).some(({ code }) => answer.rows[code] === undefined)
  }
  return isEmpty(answer)
}

function isEmpty(answer: AnswerValue | undefined): boolean {
  if (typeof answer === 'object') {
    return 'choices' in answer ? answer.choices.length === 0 : Object.keys(answer.rows).length === 0
  }
  return answer === undefined || (typeof answer === 'string' && answer.trim() === '')
}

/** Normalise like the server, so that both can be compared. What is chosen in several parts and empty is no answer. */
function normalize(answer: AnswerValue): AnswerValue {
  if (typeof answer === 'string') return answer.trim().normalize('NFC')
  if (typeof answer !== 'object') return answer
  return isEmpty(answer) ? '' : answer
}

const isSame = (left: AnswerValue, right: AnswerValue) => JSON.stringify(left) === JSON.stringify(right)

/** Pick the drafts that differ from the saved answers. */
export function unsavedOf(drafts: Answers, saved: Answers): Answers {
  return Object.fromEntries(
    Object.entries(drafts)
      .map(([id, answer]) => [id, normalize(answer)] as const)
      .filter(([id, answer]) => !isSame(answer, saved[id] ?? '')),
  )
}

/** Find how far a member may go: up to the first unanswered required question. */
export function furthestIndex(questions: SurveyQuestion[], answers: Answers): number {
  const open = questions.findIndex((question) => isMissing(question, answers))
  return open === -1 ? questions.length - 1 : open
}

/**
 * Find where to resume: at unsaved input, else after the last answer, but never past an unanswered required question.
 */
export function resumeIndex({ questions, answers: saved }: SurveyDetail, drafts: Answers): number {
  const unsaved = unsavedOf(drafts, saved)
  const answers = { ...saved, ...drafts }
  const typed = questions.findIndex(({ id }) => Object.hasOwn(unsaved, id))
  const last = questions.findLastIndex(({ id }) => !isEmpty(answers[id]))
  return Math.min(typed === -1 ? last + 1 : typed, furthestIndex(questions, answers))
}

/** Leave a survey that cannot continue and say why. Going to the log-in page is part of handling every 401. */
export function useLeaveSurvey() {
  const t = useT()
  const navigate = useNavigate()
  return (reason: 'signed-out' | 'not-found') => {
    if (reason === 'signed-out') {
      showToast({
        kind: 'error',
        title: t('survey.sessionTitle'),
        message: t('survey.sessionText'),
        winsForMs: 500,
      })
      return
    }
    showToast({ kind: 'error', title: t('survey.notFound'), message: t('survey.notFoundText') })
    void navigate({ to: '/surveys', replace: true })
  }
}

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
