import type { Answer } from '@chuma/contract/timestamp'
import { toCsv } from '@chuma/contract/to-csv'
import type { activity } from '@chuma/contract/wallet/activity'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

const PAGE = 1000

/** Export a member's whole history as CSV, newest first. Times are in the business's time zone. */
export async function exportActivity(deps: Deps, { memberId }: SignedInMember): Promise<string> {
  const lines: Answer<typeof activity>[] = []
  for (;;) {
    const before = lines.at(-1)?.id
    const page = await listActivity(deps.db, memberId, { limit: PAGE, ...(before ? { before } : {}) })
    lines.push(...page)
    if (page.length < PAGE) break
  }
  const { timeZone } = await deps.economy()
  return toCsv(
    [
      `When (${timeZone})`,
      'What',
      'Kind',
      'Points',
      'Held points',
      'State',
      `Available at (${timeZone})`,
      'Reason',
    ],
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
    timeZone,
  )
}
