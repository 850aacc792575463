import type { SaveAnswerInput, SavedAnswer } from '@chuma/contract/surveys/surveys'
import { markInProgress, upsertAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { AppError, invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice, type Unworded } from '../notice.ts'
import { readListAnswer } from './find-answer-problem.ts'
import { type OpenedAttempt, openAttempt } from './open-attempt.ts'
import { saveToQuestionnaire } from './questionnaire/save-to-questionnaire.ts'
import { type Paying, screenOut } from './questionnaire/screen-out.ts'
import { requireVersion } from './questionnaire/take-answers.ts'
import { keepPlace, NOTHING_TO_SAY } from './quotas/keep-place.ts'
import { requireUnfinished } from './require-unfinished.ts'

/**
 * Save one answer, so that the member can continue later or elsewhere. Starts the survey if necessary. With a questionnaire,
 * answers what comes next, and ends the survey if the answer screens the member out.
 */
export async function saveAnswer(
  deps: Deps,
  { memberId }: SignedInMember,
  input: SaveAnswerInput,
): Promise<Unworded<SavedAnswer>> {
  const { surveyId } = input
  const { pointsPerUsd, kesPerPoint } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    requireUnfinished(attempt)
    if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')
    requireVersion(attempt, input.version)

    const { questionnaireVersion: version } = attempt
    const paying = { trx, secrets: deps.secrets, kesPerPoint }
    const following =
      version === null
        ? await saveToList(paying, { memberId, attempt }, input)
        : await saveToQuestionnaire(paying, { memberId, attempt, version }, input)
    return { message: notice('ANSWER_SAVED'), ...following }
  })
}

type Answering = { memberId: string; attempt: OpenedAttempt }

async function saveToList(
  paying: Paying,
  { memberId, attempt }: Answering,
  { questionId, answer: given }: SaveAnswerInput,
): Promise<Pick<SavedAnswer, 'screenedOut'>> {
  const question = attempt.questions.find(({ id }) => id === questionId)
  if (!question) throw invalidField('questionId', 'SURVEY_QUESTION_UNKNOWN')
  const { answer, problem: found } = readListAnswer(question, given)
  if (found) throw new AppError('INVALID_INPUT', { fields: { answer: [found] } })

  const ref = { memberId, surveyId: attempt.surveyId }
  await upsertAnswers(paying.trx, ref, new Map([[questionId, answer]]))
  await markInProgress(paying.trx, ref)
  const reason = await keepPlace(paying.trx, ref, NOTHING_TO_SAY)
  if (!reason) return {}
  return { screenedOut: await screenOut(paying, { memberId, attempt, reason, asked: attempt.questions }) }
}
