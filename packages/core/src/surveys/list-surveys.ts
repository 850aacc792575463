import type { Survey } from '@chuma/contract/surveys'
import { listSurveysToTake } from '@chuma/db/queries/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { buildQuestions } from './build-questions.ts'
import { describeSurvey } from './describe-survey.ts'

/** Active surveys of the member's country or of every country that he can still finish, newest first. */
export async function listSurveys(deps: Deps, member: SignedInMember): Promise<Survey[]> {
  const [{ pointsPerUsd }, rows] = await Promise.all([
    deps.economy(),
    listSurveysToTake(deps.db, member.memberId, { limit: 200 }),
  ])
  return rows.map((row) =>
    describeSurvey(
      { ...row, questionCount: row.questionCount ?? buildQuestions(row.category).length },
      pointsPerUsd,
    ),
  )
}
