import type { auditEntry, ExportAuditInput } from '@chuma/contract/admin/audit'
import type { Answer } from '@chuma/contract/timestamp'
import { toCsv, toCsvRows } from '@chuma/contract/to-csv'
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

/** Export the audit log as CSV, newest first, at most 50,000 rows, with addresses as the caller may read them, a page at a time. */
export async function exportAudit(
  { db, economy }: Pick<Deps, 'db' | 'economy'>,
  caller: Caller,
  input: ExportAuditInput,
): Promise<AsyncIterable<string>> {
  const filter = await resolveAuditFilter(db, input)
  const { timeZone } = await economy()
  return writePages()

  async function* writePages() {
    yield toCsv(HEADER(timeZone), [])
    let after: AuditEntry['id'] | undefined
    for (let count = 0; count < MOST_ROWS; count += PAGE) {
      const page = await listAuditEntries(db, filter, { after, limit: PAGE })
      yield toCsvRows(maskPayoutDetails(caller, page).map(toCells), timeZone)
      if (page.length < PAGE) return
      after = page.at(-1)?.id
    }
  }
}

const toCells = (row: AuditEntry) => [
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
]

const write = (value: AuditEntry['before']) => (value === null ? null : JSON.stringify(value))
