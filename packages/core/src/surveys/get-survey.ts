import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { touchSurveys } from '@chuma/db/queries/surveys/survey-pace'
import { findSurvey } from '@chuma/db/queries/surveys/surveys'
import { wasPaidBefore } from '../account/returning/prints.ts'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { describeSurvey } from './describe-survey.ts'
import { questionsOf } from './questions-of.ts'

/**
 * Load a survey with its questions and the saved answers. A started survey doesn't change, and stays available when it is
 * deactivated.
 * @throws AppError SURVEY_NOT_FOUND, also if the member may not start it: another country's, or not active
 */
export async function getSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId }: { surveyId: string },
): Promise<SurveyDetail> {
  const found = await findSurvey(deps.db, { memberId, surveyId })
  if (!found) throw new AppError('SURVEY_NOT_FOUND')

  const questions = questionsOf(found)
  const [{ pointsPerUsd }, kept, paidBefore] = await Promise.all([
    deps.economy(),
    listAnswers(deps.db, { memberId, surveyId }),
    wasPaidBefore(deps.db, deps, { memberId, surveyId }),
    touchSurveys(deps.db, memberId, surveyId),
  ])
  return {
    ...describeSurvey(found, { questionCount: questions.length, pointsPerUsd }),
    ...(paidBefore && { paidBefore }),
    questions,
    answers: Object.fromEntries(kept.map(({ questionId, answer }) => [questionId, answer])),
  }
}
