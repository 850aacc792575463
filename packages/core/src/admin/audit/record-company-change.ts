import type { Trx } from '@chuma/db/client'
import { type AuditEntry, insertAuditEntry } from '@chuma/db/queries/admin/audit'
import type { CompanyChange } from '@chuma/db/queries/jobs'
import { tellOfStaffChange } from '@chuma/db/queries/webhooks/tell-of-staff-change'
import { outdateWaiting } from '../approvals/outdate-waiting.ts'
import { outdatedBy } from '../approvals/outdated-by.ts'
import { tellOwners } from '../mailboxes/tell-owners.ts'

/**
 * Write a change of who may do what, what money is worth or where it goes to the audit log, and tell the owners: by mail, and
 * with the webhook `staff.changed`. Requests that it overtakes end. All in the transaction of the change: none of them exists without the others.
 */
export async function recordCompanyChange(
  trx: Trx,
  entry: AuditEntry & { action: CompanyChange },
  { replaced = null }: { replaced?: string | null } = {},
): Promise<void> {
  await insertAuditEntry(trx, entry)
  const { action, actor, subject, address, before } = entry
  const kinds = outdatedBy[action]
  if (kinds) await outdateWaiting(trx, { subject, kinds, by: 'staff', actor, skipsLocked: true })
  const at = new Date().toISOString()
  // A person who could approve before reads that they cannot any more.
  const hadRole = before !== undefined && 'role' in before && before.role !== null
  const former = hadRole || action === 'staff.reset' ? subject : null
  await tellOwners(trx, { action, actor, subject, address, at }, { former, replaced })
  await tellOfStaffChange(trx, { action, actor, subject, changedAt: at })
}
