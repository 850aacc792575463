import type { adminTask, UpdateTaskInput } from '@chuma/contract/tasks/admin-tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockTask, updateTask as updateRow } from '@chuma/db/queries/tasks/admin-tasks'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { loadTask } from './load-task.ts'
import { requireTaskFields } from './require-task-fields.ts'
import { requireTaskPartner } from './require-task-partner.ts'

/**
 * Change a task. Open views, pending proofs and clicks keep their promised points.
 * @throws AppError NOT_FOUND, CATALOGUE_STATE if `version` is outdated, INVALID_INPUT
 */
export async function updateTask(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...form }: UpdateTaskInput,
): Promise<Answer<typeof adminTask>> {
  const economy = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockTask(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('CATALOGUE_STATE')
    const values = requireTaskFields(before.kind, form, economy)
    await requireTaskPartner(trx, values.partnerId)
    await updateRow(trx, id, values)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'task.updated',
      subject: `task:${id}`,
      before,
      after: values,
      address: staff.address,
    })
    return loadTask(trx, id)
  })
}
