import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { Survey } from '@chuma/contract/surveys/surveys'
import { touchSurveys } from '@chuma/db/queries/surveys/survey-pace'
import { listSurveysToTake } from '@chuma/db/queries/surveys/surveys'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { countBuiltQuestions } from './build-questions.ts'
import { describeSurvey } from './describe-survey.ts'
import { listClosedSurveys } from './eligibility/require-eligible.ts'

/**
 * List active surveys for the member's country or all countries that they can still complete and that are for them, newest first. The time
 * of answers that are sent without a start counts from this list, so sending it is recorded.
 */
export async function listSurveys(
  deps: Deps,
  member: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Survey[]> {
  const closed = await listClosedSurveys(deps.db, member.memberId)
  const [{ pointsPerUsd, kesPerPoint }, rows] = await Promise.all([
    deps.economy(),
    listSurveysToTake(deps.db, member.memberId, { ...page, closed }),
    touchSurveys(deps.db, member.memberId),
  ])
  return rows.map((row) =>
    describeSurvey(row, { questionCount: countQuestions(row), pointsPerUsd, kesPerPoint }),
  )
}

type Row = Awaited<ReturnType<typeof listSurveysToTake>>[number]

function countQuestions({ kind, questionCount, category }: Row): number {
  return kind === 'questions' ? (questionCount ?? countBuiltQuestions(category)) : 0
}
