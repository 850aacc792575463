import type {
  SaveAnswerInput,
  SavedAnswer,
  ScreenedOut,
  SurveyQuestion,
} from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { isErased } from '@chuma/db/queries/account/members'
import { screenOutAttempt, settlePlaces } from '@chuma/db/queries/surveys/quotas'
import { markInProgress, upsertAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { freePlace } from '@chuma/db/queries/surveys/survey-offers'
import { lockCompletions } from '@chuma/db/queries/surveys/surveys'
import { wasPaidBefore } from '../../account/returning/prints.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { keepPlace, saidBy } from '../quotas/places.ts'
import { type OpenedAttempt, screenOutReward } from '../surveys.ts'
import { type Followed, findNext } from './follow.ts'
import {
  countAsked,
  createSay,
  describeAsked,
  describeProgress,
  readProgress,
  takeAnswers,
} from './take-answers.ts'

type Answering = { memberId: string; attempt: OpenedAttempt }

/** Save one answer, and say where it leads. The attempt is locked, so that two tabs wait for each other. */
export async function saveToAttempt(
  paying: Paying,
  { memberId, attempt }: Answering,
  { questionId, answer, language = 'en' }: SaveAnswerInput,
): Promise<Omit<SavedAnswer, 'message'>> {
  const ref = { memberId, surveyId: attempt.surveyId }
  const progress = await readProgress(paying.trx, { ...attempt, memberId })
  const { taken, followed } = takeAnswers(progress, {
    answers: new Map([[questionId, answer]]),
    nameOf: () => ({ question: 'questionId', answer: 'answer' }),
    language,
  })
  if (taken.size === 0) throw invalidField('questionId', 'SURVEY_QUESTION_HIDDEN')
  await upsertAnswers(paying.trx, ref, taken)
  if (attempt.status === 'started') await markInProgress(paying.trx, ref)
  const isList = attempt.questionnaireVersion === null
  const isOut = followed.end?.outcome === 'screened-out'
  const takesPlace = attempt.hasQuotas && !isOut
  const closed = takesPlace && (await keepPlace(paying.trx, ref, saidBy(progress.questionnaire, followed)))
  if (isOut || closed) {
    const reason = closed || sayEnd(followed, language)
    const { asked } = describeAsked(followed)
    const screenedOut = await screenOut(paying, { memberId, attempt, reason, asked })
    return isList ? { screenedOut } : { next: null, questions: [], sections: [], screenedOut }
  }
  // The whole list is known from the start.
  if (isList) return {}
  const { questions, sections } = describeProgress(followed, language)
  return { next: findNext(followed, questionId), questions, sections, questionCount: countAsked(followed) }
}

/** Say why a questionnaire ended early, in a language. */
export function sayEnd(followed: Followed, language: string): string {
  const texts = followed.end?.reason
  return texts ? createSay({ followed, language })(texts) : ''
}

export type Paying = { trx: Trx; secrets: Deps['secrets']; kesPerPoint: number }
type Ending = {
  memberId: string
  attempt: OpenedAttempt
  /** In the member's language, or the code of a closed cell, which the edge puts into words. */
  reason: string
  asked: SurveyQuestion[]
}

/**
 * End an attempt whose answers screen the member out, or lead to a cell that is full, and pay what was promised for that at its start: once, because an attempt
 * ends once and its source key is unique. A person who was paid for it with an account that was erased gets no points.
 */
export async function screenOut(
  { trx, secrets, kesPerPoint }: Paying,
  { memberId, attempt, reason, asked }: Ending,
): Promise<ScreenedOut> {
  const { surveyId, title, screenOutPoints } = attempt
  await lockCompletions(trx, memberId)
  if (await isErased(trx, memberId)) throw new AppError('NOT_SIGNED_IN')
  const paidBefore = await wasPaidBefore(trx, { secrets }, { memberId, surveyId })
  const earned = await screenOutAttempt(
    trx,
    { memberId, surveyId, reason, asked },
    screenOutReward({ memberId, surveyId, title, points: paidBefore ? 0 : screenOutPoints }),
  )
  await freePlace(trx, surveyId)
  if (attempt.hasQuotas || attempt.hasClientPlace) await settlePlaces(trx, { memberId, surveyId })
  return { reason, ...earned, earnedAmount: earned.pointsEarned * kesPerPoint }
}
