import type { Answer } from '@chuma/contract/timestamp'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
import type { activity } from '@chuma/contract/wallet/activity'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

const PAGE = 1000
const HEADER = (timeZone: string) => [
  `When (${timeZone})`,
  'What',
  'Kind',
  'Points',
  'Held points',
  'State',
  `Available at (${timeZone})`,
  'Reason',
]

/** Export a member's whole history as CSV, newest first. Times are in the business's time zone. */
export async function exportActivity(deps: Deps, { memberId }: SignedInMember): Promise<string> {
  const { timeZone } = await deps.economy()
  const pieces = [toCsv(HEADER(timeZone), [])]
  let before: string | undefined
  // Written page by page: all at once would keep other requests waiting.
  for (;;) {
    const page = await listActivity(deps.db, memberId, { limit: PAGE, ...(before ? { before } : {}) })
    pieces.push(toCsvRows(page.map(toCells), timeZone))
    if (page.length < PAGE) return pieces.join('')
    before = page.at(-1)?.id
  }
}

const toCells = (line: Answer<typeof activity>) => [
  line.createdAt,
  line.description,
  line.kind,
  line.points,
  line.heldPoints,
  line.state,
  line.availableAt,
  line.reason,
]
