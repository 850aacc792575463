import type { Trx } from '@chuma/db/client'
import { type AuditEntry, insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { type CompanyChange, insertJob } from '@chuma/db/queries/jobs'
import { tellOfStaffChange } from '@chuma/db/queries/webhooks/tell-of-staff-change'

/**
 * Write a change of who may do what, what money is worth or where it goes to the audit log, and tell the owners: by mail, and
 * with the webhook `staff.changed`. All in the transaction of the change: none of them exists without the others.
 */
export async function recordCompanyChange(
  trx: Trx,
  entry: AuditEntry & { action: CompanyChange },
): Promise<void> {
  await insertAuditEntry(trx, entry)
  const { action, actor, subject, address } = entry
  const at = new Date().toISOString()
  await insertJob(trx, 'send-company-changed', { action, actor, subject, address, at })
  await tellOfStaffChange(trx, { action, actor, subject, changedAt: at })
}
