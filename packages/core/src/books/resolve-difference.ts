import type { difference, ResolveDifferenceInput } from '@chuma/contract/books/reconciliation'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockDifference, resolveDifference as markResolved } from '@chuma/db/queries/books/reconciliation'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/**
 * For finance and owners: explain a difference. Moves no money and no points: corrections are made elsewhere.
 * @throws AppError NOT_FOUND, also if a later comparison has removed it; ALREADY_DECIDED
 */
export function resolveDifference(
  deps: Deps,
  staff: StaffActor,
  { id, note }: ResolveDifferenceInput,
): Promise<Answer<typeof difference>> {
  return deps.db.transaction().execute(async (trx) => {
    const found = await lockDifference(trx, id)
    if (!found) throw new AppError('NOT_FOUND')
    if (found.resolvedAt) throw new AppError('ALREADY_DECIDED')
    const resolved = await markResolved(trx, { id, by: staff.name, resolution: note })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'reconciliation.resolved',
      subject: `difference:${id}`,
      before: { day: found.day, kind: found.kind, expected: found.expected, found: found.found },
      reason: note,
      address: staff.address,
    })
    return resolved
  })
}
