import { expireAttempts } from '@chuma/db/queries/surveys/survey-attempts'
import type { Deps } from '../deps.ts'

/** Job: ends what nobody will finish any more, which gives its place in a limited survey back. Answers how many. */
export async function expireSurveys(deps: Deps): Promise<number> {
  const { surveyExpiryDays } = await deps.economy()
  return expireAttempts(deps.db, surveyExpiryDays)
}
