import type { SurveyDetail } from '@chuma/contract/surveys/surveys'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { findSurvey } from '@chuma/db/queries/surveys/surveys'
import { AppError } from '../app-error.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { describeSurvey } from './describe-survey.ts'
import { questionsOf } from './questions-of.ts'

/**
 * A survey with its questions and the answers kept so far. What the member has begun stays as he began it, and stays
 * available when it is switched off.
 * @throws AppError SURVEY_NOT_FOUND also for one that he may not begin: another country's, or not active.
 */
export async function getSurvey(
  deps: Deps,
  { memberId }: SignedInMember,
  { surveyId }: { surveyId: string },
): Promise<SurveyDetail> {
  const found = await findSurvey(deps.db, { memberId, surveyId })
  if (!found) throw new AppError('SURVEY_NOT_FOUND')

  const questions = questionsOf(found)
  const [{ pointsPerUsd }, kept] = await Promise.all([
    deps.economy(),
    listAnswers(deps.db, { memberId, surveyId }),
  ])
  return {
    ...describeSurvey(found, { questionCount: questions.length, pointsPerUsd }),
    questions,
    answers: Object.fromEntries(kept.map(({ questionId, answer }) => [questionId, answer])),
  }
}
