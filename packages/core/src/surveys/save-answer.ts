import type { SaveAnswerInput } from '@chuma/contract/surveys/surveys'
import { markInProgress, upsertAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { AppError, invalidField } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice } from '../notice.ts'
import { findAnswerProblem } from './find-answer-problem.ts'
import { openAttempt } from './open-attempt.ts'
import { requireUnfinished } from './require-unfinished.ts'

/** Save one answer, so that the member can continue later or elsewhere. Starts the survey if necessary. */
export async function saveAnswer(deps: Deps, { memberId }: SignedInMember, input: SaveAnswerInput) {
  const { surveyId, questionId, answer } = input
  const { pointsPerUsd } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    requireUnfinished(attempt)
    if (attempt.kind === 'external') throw new AppError('AWAITS_PARTNER')

    const question = attempt.questions.find(({ id }) => id === questionId)
    if (!question) throw invalidField('questionId', 'SURVEY_QUESTION_UNKNOWN')
    const found = findAnswerProblem(question, answer)
    if (found) throw new AppError('INVALID_INPUT', { fields: { answer: [found] } })

    await upsertAnswers(trx, { memberId, surveyId }, new Map([[questionId, answer]]))
    await markInProgress(trx, { memberId, surveyId })
    return { message: notice('ANSWER_SAVED') }
  })
}
