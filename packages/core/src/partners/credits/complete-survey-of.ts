import type { Trx } from '@chuma/db/client'
import { findPaymentsOfSurvey } from '@chuma/db/queries/partners/credits'
import { insertAttemptIfNone, lockAttempt, markCompleted } from '@chuma/db/queries/surveys/survey-attempts'
import type { Click } from './describe-credit.ts'

/**
 * Whether the survey of a click is paid: it counts once for a member, from whichever of their clicks, until what paid for it is
 * taken back. Serialises what pays for the survey, so that two clicks at once cannot both pay.
 */
export async function isSurveyPaid(
  trx: Trx,
  { memberId, clickId, surveyId, points }: Click,
): Promise<boolean> {
  if (!surveyId) return false
  await insertAttemptIfNone(trx, { memberId, surveyId, rewardPoints: Math.max(1, points), questions: [] })
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  // After the lock: before it, another click's payment would not be seen.
  const { isPaidHere, isPaidElsewhere, isTakenBack } = await findPaymentsOfSurvey(trx, {
    memberId,
    clickId,
    surveyId,
  })
  return isPaidElsewhere || (attempt?.status === 'completed' && !isPaidHere && !isTakenBack)
}

/** Complete the survey of a click that is paid, after `isSurveyPaid`. Expired and screened-out attempts can be completed too. */
export async function completeSurveyOf(trx: Trx, { memberId, surveyId }: Click): Promise<void> {
  if (!surveyId) return
  const attempt = await lockAttempt(trx, { memberId, surveyId })
  // It stays completed when what paid for it is taken back.
  if (attempt?.status === 'completed') return
  await markCompleted(trx, { memberId, surveyId, claimedCompletedAt: null, flagReasons: [] })
}
