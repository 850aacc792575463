import type { CorrectionKind } from '@chuma/contract/payouts/corrections'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findClaims } from '@chuma/db/queries/books/statement-books'
import { insertEvidence } from '@chuma/db/queries/books/statement-evidence'
import { insertClaims, insertEntries } from '@chuma/db/queries/books/statement-rows'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Evidence } from './read-evidence.ts'

type Booking = { evidence: Evidence; kind: CorrectionKind; withdrawalId: string; staff: StaffActor }

/**
 * Take a row off the desk as what proves a correction, for ever. It is booked as the payout's, which moves no account: the correction
 * books the money. A late payment belongs to its row from now on.
 */
export async function bookEvidence(
  trx: Trx,
  { evidence: { row }, kind, withdrawalId, staff }: Booking,
): Promise<void> {
  await insertEvidence(trx, { rowId: row.id, withdrawalId, kind, bookedBy: staff.name })
  const subject = `payout:${withdrawalId}`
  if (kind === 'late' && (await findClaims(trx, [subject])).length === 0) {
    await insertClaims(trx, [{ subject, rowId: row.id }])
  }
  await insertEntries(trx, [{ rowId: row.id, kind: 'payout', rule: kind, withdrawalId }], staff.name)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'statement-row.booked',
    subject: `statement-row:${row.id}`,
    before: { reason: row.reason },
    after: { kind: 'payout', as: kind, receipt: row.receipt, amountCents: row.amountCents, withdrawalId },
    address: staff.address,
  })
}
