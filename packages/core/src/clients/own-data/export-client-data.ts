import type { clientExport } from '@chuma/contract/clients/client-own-data'
import type { Answer } from '@chuma/contract/timestamp'
import {
  getClientAccountOf,
  listAcceptedData,
  listAcceptedQuotes,
  listAllClientComments,
  listAllClientLinks,
  listAllClientSessions,
  listAllDisputesBy,
  listClientEvents,
  listClientMails,
} from '@chuma/db/queries/clients/client-own-data'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Deps } from '../../deps.ts'
import { type ClientActor, requireWholeClient } from '../sessions/require-client.ts'

/**
 * Export everything that we keep about someone of a client, as of one moment. Leaves out credentials and names of our team. Not by a link
 * to one survey, which may have been passed on.
 * @throws AppError FORBIDDEN, THROTTLED
 */
export async function exportClientData(
  deps: Pick<Deps, 'db'>,
  client: ClientActor,
): Promise<Answer<typeof clientExport>> {
  requireWholeClient(client)
  const { userId } = client
  await reserveAttempt(deps, 'export-account', `client:${userId}`)
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { exportedAt, exportedOn, ...account } = await getClientAccountOf(trx, userId)
      const events = await listClientEvents(trx, userId)
      return {
        exportedAt,
        exportedOn,
        account,
        sessions: await listAllClientSessions(trx, userId),
        links: await listAllClientLinks(trx, userId),
        comments: await listAllClientComments(trx, userId),
        acceptedQuotes: await listAcceptedQuotes(trx, userId),
        acceptedData: await listAcceptedData(trx, userId),
        disputes: await listAllDisputesBy(trx, userId),
        mails: await listClientMails(trx, account.email),
        events: events.map(({ isOwn, ...event }) => ({
          ...event,
          by: isOwn ? ('you' as const) : ('our team' as const),
        })),
      }
    })
}
