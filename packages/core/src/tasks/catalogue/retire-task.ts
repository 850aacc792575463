import type { RetiredRow, RetireInput } from '@chuma/contract/tasks/admin-quiz'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockTask, retireTask as retireRow } from '@chuma/db/queries/tasks/admin-tasks'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * Remove a task from every list. Pending proofs are still decided, clicks are still credited, and the history stays.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated
 */
export async function retireTask(
  deps: Deps,
  staff: StaffActor,
  { id, version }: RetireInput,
): Promise<RetiredRow> {
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockTask(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    await retireRow(trx, id)
    const subject = `task:${id}`
    await outdateWaiting(trx, { subject, kinds: ['update-task'], by: 'staff', actor: staff.name })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'task.retired',
      subject,
      before,
      address: staff.address,
    })
    return { id }
  })
}
