import { listUnsettledEvents } from '@chuma/db/queries/partners/partner-events'
import type { Deps } from '../deps.ts'
import { judgeEvent } from './judge-event.ts'

/** Longer than any call takes: a younger event is still being processed. */
const OLDER_THAN_SECONDS = 120

/** Job: settle events that were stored by processes that then crashed. Returns their number. */
export async function settleForgottenEvents(deps: Deps): Promise<number> {
  const forgotten = await listUnsettledEvents(deps.db, OLDER_THAN_SECONDS)
  for (const { eventId } of forgotten) await judgeEvent(deps, eventId)
  return forgotten.length
}
