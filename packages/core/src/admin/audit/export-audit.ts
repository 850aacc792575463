import type { auditEntry, ExportAuditInput } from '@chuma/contract/admin/audit'
import type { Answer } from '@chuma/contract/timestamp'
import { toCsv } from '@chuma/contract/to-csv'
import { listAuditEntries } from '@chuma/db/queries/admin/audit-log'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { maskPayoutDetails } from '../../payouts/details/mask-payout-details.ts'
import { resolveAuditFilter } from './list-audit.ts'

type AuditEntry = Answer<typeof auditEntry>

const PAGE = 1000
/** The maximum of one file; anyone who needs more exports month by month. */
const MOST_ROWS = 50_000
const HEADER = (timeZone: string) => [
  'Entry',
  `Time (${timeZone})`,
  'Who',
  'What',
  'About',
  'Member',
  'Before',
  'After',
  'Reason',
  'From address',
]

/** Export the audit log as CSV, newest first, at most 50,000 rows, with addresses as the caller may read them. */
export async function exportAudit(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  caller: Caller,
  input: ExportAuditInput,
): Promise<string> {
  const filter = await resolveAuditFilter(db, input)
  const rows: AuditEntry[] = []
  while (rows.length < MOST_ROWS) {
    const page = await listAuditEntries(db, filter, { after: rows.at(-1)?.id, limit: PAGE })
    rows.push(...page)
    if (page.length < PAGE) break
  }
  const { timeZone } = await economy()
  return toCsv(
    HEADER(timeZone),
    maskPayoutDetails(caller, rows).map((row) => [
      row.id,
      row.at,
      row.actor,
      row.action,
      row.subject,
      row.memberEmail,
      write(row.before),
      write(row.after),
      row.reason,
      row.address,
    ]),
    timeZone,
  )
}

const write = (value: AuditEntry['before']) => (value === null ? null : JSON.stringify(value))
