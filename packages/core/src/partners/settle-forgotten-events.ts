import { listUnsettledEvents } from '@chuma/db/queries/partners/partner-events'
import type { Deps } from '../deps.ts'
import { judgeEvent } from './judge-event.ts'

/** Longer than any call takes: a younger event is in somebody's hands. */
const OLDER_THAN_SECONDS = 120

/** Job: settles what a process stored and did not live to judge. Answers how many. */
export async function settleForgottenEvents(deps: Deps): Promise<number> {
  const forgotten = await listUnsettledEvents(deps.db, OLDER_THAN_SECONDS)
  for (const { eventId } of forgotten) await judgeEvent(deps, eventId)
  return forgotten.length
}
