import { listUnsettledEvents, putEventAside } from '@chuma/db/queries/partners/partner-events'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { judgeEvent } from './judge-event.ts'

/** Longer than any call takes: a younger event is still being processed. */
const OLDER_THAN_SECONDS = 120
/** Long enough for a fault of ours to pass. Then the event is put aside, or enough of them would hide all others. */
const GIVE_UP_AFTER_SECONDS = 3600

/**
 * Job: settle events that were stored by processes that then crashed. One that cannot be settled delays no other; after an hour
 * it is put aside as refused, where staff find and replay it. Returns the number of events looked at.
 */
export async function settleForgottenEvents(deps: Deps): Promise<number> {
  const forgotten = await listUnsettledEvents(deps.db, OLDER_THAN_SECONDS)
  await eachAlone(deps, forgotten, {
    name: ({ eventId }) => `partner event ${eventId}`,
    work: ({ eventId }) => judgeEvent(deps, eventId),
    onFailure: ({ eventId }) => putEventAside(deps.db, eventId, GIVE_UP_AFTER_SECONDS),
  })
  return forgotten.length
}
