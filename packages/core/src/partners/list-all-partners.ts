import { type partnerOverview, RECENT_DAYS, RECENT_EVENTS } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { countRecentEvents, listPartners } from '@chuma/db/queries/partners/partners'
import type { Deps } from '../deps.ts'
import { describePartner } from './describe-partner.ts'

/** List all partners, with the outcomes of their latest events. */
export async function listAllPartners(deps: Deps): Promise<Answer<typeof partnerOverview>[]> {
  const rows = await listPartners(deps.db)
  const partnerIds = rows.map(({ partnerId }) => partnerId)
  const counts = await countRecentEvents(deps.db, partnerIds, { days: RECENT_DAYS, limit: RECENT_EVENTS })
  const recent = new Map(counts.map(({ partnerId, ...count }) => [partnerId, count]))
  return rows.map((row) => ({
    ...describePartner(deps, row),
    recent: recent.get(row.partnerId) ?? { events: 0, rejected: 0, unmatched: 0 },
  }))
}
