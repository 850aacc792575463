import type { adminTask, UpdateTaskInput } from '@chuma/contract/tasks/admin-tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockTask, updateTask as updateRow } from '@chuma/db/queries/tasks/admin-tasks'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { outdateWaiting } from '../../admin/approvals/outdate-waiting.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { loadTask } from './load-task.ts'
import { passPoints } from './pass-points.ts'
import { requireTaskFields } from './require-task-fields.ts'
import { requireTaskPartner } from './require-task-partner.ts'

/**
 * Change a task. Open views, pending proofs and clicks keep their promised points.
 * Raising the points counts against the day's limit of the caller's person.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING, CATALOGUE_STATE if `version` is outdated, INVALID_INPUT
 */
export async function updateTask(
  deps: Deps,
  staff: StaffActor,
  input: UpdateTaskInput,
): Promise<Answer<typeof adminTask>> {
  const { id, version, ...form } = input
  return orAskAnother(deps, staff, async (deps) => {
    const economy = await deps.economy()
    return deps.db.transaction().execute(async (trx) => {
      const before = await lockTask(trx, id)
      if (!before) throw new AppError('NOT_FOUND')
      if (before.version !== version) throw new AppError('CATALOGUE_STATE')
      const values = requireTaskFields(before.kind, form, economy)
      await requireTaskPartner(trx, values.partnerId)
      const change = { subject: `task:${id}`, before, after: values }
      const acts = await passPoints({ deps, trx, staff }, { kind: 'update-task', payload: input, ...change })
      await updateRow(trx, id, values)
      const kinds = ['update-task'] as const
      await outdateWaiting(trx, { subject: change.subject, kinds, by: 'staff', actor: staff.name })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'task.updated',
        ...change,
        after: { ...values, ...acts },
        address: staff.address,
      })
      return loadTask(trx, id)
    })
  })
}
