import { expireAttempts } from '@chuma/db/queries/surveys/survey-attempts'
import type { Deps } from '../deps.ts'

/** Job: end attempts that nobody will finish, which frees their places in surveys with a quota. Returns their number. */
export async function expireSurveys(deps: Deps): Promise<number> {
  const { surveyExpiryDays } = await deps.economy()
  return expireAttempts(deps.db, surveyExpiryDays)
}
