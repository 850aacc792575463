import type { UserSurvey } from '@chuma/contract/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { openAttempt } from './open-attempt.ts'

/** Begins a survey and promises its reward. Starting again answers with the attempt there is. */
export async function startSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId }: { surveyId: string },
): Promise<UserSurvey> {
  const { pointsPerUsd } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const { questions: _, ...attempt } = await openAttempt(trx, { memberId, surveyId, pointsPerUsd })
    return attempt
  })
}
