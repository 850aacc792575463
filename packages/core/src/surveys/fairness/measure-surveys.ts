import { measureChangedSurveys } from '@chuma/db/queries/surveys/survey-measures'
import type { Deps } from '../../deps.ts'

/** Job: measure what members read about surveys before they start. Returns how many were measured. */
export function measureSurveys({ db }: Pick<Deps, 'db'>): Promise<number> {
  return measureChangedSurveys(db)
}
