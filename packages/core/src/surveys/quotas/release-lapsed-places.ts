import { listLapsedPlaces, releaseLapsedPlace } from '@chuma/db/queries/surveys/quotas'
import { lockAttempt } from '@chuma/db/queries/surveys/survey-attempts'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'

const AT_ONCE = 500

/**
 * Job: give back the places of members who have not answered for as long as a place waits, by the database's clock. Their attempt
 * stays open, and their next answer takes a place again if there is one. Returns how many were given back.
 */
export async function releaseLapsedPlaces(deps: Deps): Promise<number> {
  let released = 0
  await eachAlone(deps, await listLapsedPlaces(deps.db, AT_ONCE), {
    name: ({ surveyId }) => `the place of an attempt at survey ${surveyId}`,
    work: (ref) =>
      deps.db.transaction().execute(async (trx) => {
        // The attempt first, as an answer does, so that both cannot wait for each other.
        await lockAttempt(trx, ref)
        if (await releaseLapsedPlace(trx, ref)) released += 1
      }),
  })
  return released
}
