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
 * Take a row off the desk as what proves a correction, for ever. A late payment belongs to its row from now on, which moves no account:
 * the correction books the money. Money that came back or left twice is booked by the row, against the clearing account of its correction.
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
  const entry = {
    rowId: row.id,
    kind: kind === 'late' ? 'payout' : 'other',
    rule: kind,
    withdrawalId,
  } as const
  await insertEntries(trx, [entry], staff.name)
  await insertAuditEntry(trx, {
    actor: staff.name,
    action: 'statement-row.booked',
    subject: `statement-row:${row.id}`,
    before: { reason: row.reason },
    after: { kind: entry.kind, as: kind, receipt: row.receipt, amountCents: row.amountCents, withdrawalId },
    address: staff.address,
  })
}
