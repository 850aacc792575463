import type { Answer } from '@chuma/contract/timestamp'
import { toCsv } from '@chuma/contract/to-csv'
import type { activity } from '@chuma/contract/wallet/activity'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

const PAGE = 1000
const HEADER = ['When', 'What', 'Kind', 'Points', 'Held points', 'State', 'Available at', 'Reason']

/** Export a member's whole history as CSV, newest first. */
export async function exportActivity(deps: Deps, { memberId }: SignedInMember): Promise<string> {
  const lines: Answer<typeof activity>[] = []
  for (;;) {
    const before = lines.at(-1)?.id
    const page = await listActivity(deps.db, memberId, { limit: PAGE, ...(before ? { before } : {}) })
    lines.push(...page)
    if (page.length < PAGE) break
  }
  return toCsv(
    HEADER,
    lines.map((line) => [
      line.createdAt,
      line.description,
      line.kind,
      line.points,
      line.heldPoints,
      line.state,
      line.availableAt,
      line.reason,
    ]),
  )
}
