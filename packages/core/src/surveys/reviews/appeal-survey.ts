import type { AppealSurveyInput } from '@chuma/contract/surveys/reviews'
import type { userSurvey } from '@chuma/contract/surveys/surveys'
import type { Answer } from '@chuma/contract/timestamp'
import { findAttempt, getUserSurvey } from '@chuma/db/queries/surveys/survey-attempts'
import { lockReview } from '@chuma/db/queries/surveys/survey-reviews'
import { AppError } from '../../app-error.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { moveReview } from './move-review.ts'

/**
 * Appeal against the rejection of the caller's answers, once. Somebody else than who rejected them decides.
 * @throws AppError SURVEY_NOT_FOUND for someone else's attempt, APPEAL_STATE
 */
export async function appealSurvey(
  { db }: Deps,
  { memberId }: SignedInMember,
  { id: attemptId, appeal }: AppealSurveyInput,
): Promise<Answer<typeof userSurvey>> {
  const attempt = await findAttempt(db, { memberId, attemptId })
  if (!attempt) throw new AppError('SURVEY_NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    const review = await lockReview(trx, { memberId, surveyId: attempt.surveyId })
    if (review?.state !== 'rejected' || review.appeal !== null) throw new AppError('APPEAL_STATE')
    await moveReview(trx, review, {
      to: 'appealed',
      by: 'member',
      text: appeal,
      decidedBy: `member:${memberId}`,
    })
    return getUserSurvey(trx, { memberId, attemptId })
  })
}
