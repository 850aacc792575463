import type { Trx } from '../client.ts'

type AuditEntry = {
  /** `staff:<username>`, `member:<id>` or `system`. */
  actor: string
  action: string
  subject: string
  before?: object
  after?: object
  reason?: string
  address: string | null
}

/** Written in the transaction of what it records: neither exists without the other. */
export function insertAuditEntry(trx: Trx, { before, after, reason, ...entry }: AuditEntry) {
  return trx
    .insertInto('auditEntry')
    .values({
      ...entry,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason: reason ?? null,
    })
    .execute()
}
