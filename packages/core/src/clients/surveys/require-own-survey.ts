import type { Db } from '@chuma/db/client'
import { findClientSurvey } from '@chuma/db/queries/clients/client-surveys'
import { AppError } from '../../app-error.ts'
import type { SignedInClient } from '../../caller.ts'

/**
 * Require that the caller's organisation commissioned a survey, and that their session may see it. Every call about a survey begins here.
 * Another organisation's survey, one of nobody's and one that never was answer alike.
 * @throws AppError SURVEY_NOT_FOUND
 */
export async function requireOwnSurvey(
  db: Db,
  { organisationId, surveyId: only }: Pick<SignedInClient, 'organisationId' | 'surveyId'>,
  surveyId: string,
): Promise<{ surveyId: string; title: string }> {
  const survey = await findClientSurvey(db, surveyId)
  if (survey?.organisationId !== organisationId || (only !== null && only !== surveyId)) {
    throw new AppError('SURVEY_NOT_FOUND')
  }
  return survey
}
