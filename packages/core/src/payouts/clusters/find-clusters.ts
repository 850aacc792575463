import { listClustersOf, listMemberIds } from '@chuma/db/queries/payouts/cluster-changes'
import { beginPass, endPass, listSeenMembers, lockSearch } from '@chuma/db/queries/payouts/cluster-search'
import { SESSION_TERMS } from '../../auth/session-terms.ts'
import type { Deps } from '../../deps.ts'
import { keepClusters } from './keep-clusters.ts'
import { readSurroundings } from './read-cluster-facts.ts'

const PAGE = 500
/** Someone who is seen may act for this long before they are seen again; and a transaction may commit late. */
const OVERLAP_MINUTES = 2 * SESSION_TERMS.seenEveryMinutes

type Options = { pageSize?: number; afterPage?: () => void }

/**
 * Job: find clusters among the members seen since the last search, page by page, each in its own transaction. A worker that dies
 * loses its page; the next one continues there. Several workers take turns.
 */
export async function findClusters(
  { db }: Pick<Deps, 'db'>,
  { pageSize = PAGE, afterPage }: Options = {},
): Promise<void> {
  for (let isFirst = true, isOver = false; !isOver; isFirst = false) {
    isOver = await db.transaction().execute(async (trx) => {
      const { afterMemberId } = await lockSearch(trx)
      if (afterMemberId === null) {
        // Another worker has finished the pass.
        if (!isFirst) return true
        await beginPass(trx, { overlapMinutes: OVERLAP_MINUTES })
      }
      const seen = await listSeenMembers(trx, { limit: pageSize })
      if (seen.length > 0) {
        const before = new Set((await listClustersOf(trx, seen)).map(({ clusterId }) => clusterId))
        const mates = await listMemberIds(trx, [...before])
        await keepClusters(trx, await readSurroundings(trx, [...new Set([...seen, ...mates])]))
      }
      if (seen.length === pageSize) return false
      await endPass(trx)
      return true
    })
    afterPage?.()
  }
}
