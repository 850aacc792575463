import { findAttempt } from '@chuma/db/queries/surveys/survey-attempts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { completeSurvey } from './complete-survey.ts'

/** Complete an attempt with the saved answers. Another member's attempt is not found, like an unknown one. */
export async function completeUserSurvey(
  deps: Deps,
  member: SignedInMember,
  { id, ...language }: { id: string; language?: string | undefined },
): ReturnType<typeof completeSurvey> {
  const attempt = await findAttempt(deps.db, { memberId: member.memberId, attemptId: id })
  if (!attempt) throw new AppError('SURVEY_NOT_FOUND')
  return completeSurvey(deps, member, { surveyId: attempt.surveyId, answers: {}, ...language })
}
