import type { SaveAnswerInput, SavedAnswer } from '@chuma/contract/surveys/surveys'
import { markInProgress, upsertAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { invalidField } from '../../app-error.ts'
import type { OpenedAttempt } from '../open-attempt.ts'
import { keepPlace, saidBy } from '../quotas/keep-place.ts'
import { findNext } from './follow.ts'
import { describeAsked, describeProgress, readProgress } from './read-progress.ts'
import { type Paying, sayEnd, screenOut } from './screen-out.ts'
import { takeAnswers } from './take-answers.ts'

type Answering = { memberId: string; attempt: OpenedAttempt; version: number }

/** Save one answer to a questionnaire, and say where it leads. The attempt is locked, so that two tabs wait for each other. */
export async function saveToQuestionnaire(
  paying: Paying,
  { memberId, attempt, version }: Answering,
  { questionId, answer, language = 'en' }: SaveAnswerInput,
): Promise<Omit<SavedAnswer, 'message'>> {
  const ref = { memberId, surveyId: attempt.surveyId }
  const progress = await readProgress(paying.trx, { ...ref, version })
  const { taken, followed } = takeAnswers(progress, {
    answers: new Map([[questionId, answer]]),
    nameOf: () => ({ question: 'questionId', answer: 'answer' }),
  })
  if (taken.size === 0) throw invalidField('questionId', 'SURVEY_QUESTION_HIDDEN')
  await upsertAnswers(paying.trx, ref, taken)
  await markInProgress(paying.trx, ref)
  const isOut = followed.end?.outcome === 'screened-out'
  const closed = isOut ? null : await keepPlace(paying.trx, ref, saidBy(progress.questionnaire, followed))
  if (isOut || closed) {
    const reason = closed ?? sayEnd(followed, language)
    const { asked } = describeAsked(followed)
    const screenedOut = await screenOut(paying, { memberId, attempt, reason, asked })
    return { next: null, questions: [], sections: [], screenedOut }
  }
  const { questions, sections } = describeProgress(followed, language)
  return { next: findNext(followed, questionId), questions, sections }
}
