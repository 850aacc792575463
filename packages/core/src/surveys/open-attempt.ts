import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { Trx } from '@chuma/db/client'
import { takeClientPlace } from '@chuma/db/queries/clients/client-budget'
import { insertAttemptIfNone, lockAttempt } from '@chuma/db/queries/surveys/survey-attempts'
import { findSurvey, takeSurveyPlace } from '@chuma/db/queries/surveys/surveys'
import { AppError } from '../app-error.ts'
import { requireEligible } from './eligibility/require-eligible.ts'
import { questionsOf } from './questions-of.ts'
import { keepPlace, NOTHING_SAID } from './quotas/keep-place.ts'

type AttemptRef = { memberId: string; surveyId: string; pointsPerUsd: number }

/**
 * Lock the member's attempt at a survey, starting it if there is none: two tabs or a double click share one. Questions,
 * the version of a questionnaire and rewards are fixed here and don't follow later changes. `isNew`: this call started it. `pointsPerUsd` is read before the transaction, which must
 * not wait for a second connection.
 */
export async function openAttempt(trx: Trx, { memberId, surveyId, pointsPerUsd }: AttemptRef) {
  const begun = await lockAttempt(trx, { memberId, surveyId })
  if (begun) return { ...begun, isNew: false }

  const survey = await findSurvey(trx, { memberId, surveyId })
  if (!survey) throw new AppError('SURVEY_NOT_FOUND')
  await requireEligible(trx, { memberId, surveyId })
  if (!(await takeSurveyPlace(trx, surveyId))) throw new AppError('SURVEY_FULL')
  const points = rewardPoints(survey.reward, pointsPerUsd)
  await insertAttemptIfNone(trx, {
    memberId,
    surveyId,
    rewardPoints: points,
    // The rate may have fallen since staff said what a screen-out pays.
    screenOutPoints: Math.min(survey.screenOutPoints, points),
    questionnaireVersion: survey.questionnaireVersion,
    questions: survey.questionnaireVersion === null ? questionsOf(survey) : [],
  })
  // After the insert, which waits for staff who save quotas: nobody begins beside them.
  const closed = await keepPlace(trx, { memberId, surveyId }, NOTHING_SAID)
  if (closed) throw new AppError(closed === 'lacks-profile' ? 'PROFILE_NEEDED' : 'QUOTA_FULL')
  // Of two tabs at once only one has inserted the attempt. Those who have begun are paid whatever is left.
  if (!(await takeClientPlace(trx, { memberId, surveyId }))) throw new AppError('SURVEY_FULL')
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  if (!attempt) throw new Error(`attempt of ${memberId} at ${surveyId} vanished`)
  return { ...attempt, isNew: true }
}

export type OpenedAttempt = Awaited<ReturnType<typeof openAttempt>>
