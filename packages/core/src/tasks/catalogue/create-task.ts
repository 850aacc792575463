import type { adminTask, CreateTaskInput } from '@chuma/contract/tasks/admin-tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertTask } from '@chuma/db/queries/tasks/admin-tasks'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { loadTask } from './load-task.ts'
import { requireTaskFields } from './require-task-fields.ts'
import { requireTaskPartner } from './require-task-partner.ts'

/** @throws AppError INVALID_INPUT for fields or points that the kind does not allow */
export async function createTask(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, kind, ...form }: CreateTaskInput & Once,
): Promise<Answer<typeof adminTask>> {
  const values = requireTaskFields(kind, form, await deps.economy())
  return deps.db.transaction().execute(async (trx) => {
    const request = { kind, ...form }
    const keyed = { secrets: deps.secrets, caller: staff.name, operation: 'create-task', key, request }
    const taskId = await doOnce(trx, keyed, async () => {
      await requireTaskPartner(trx, values.partnerId)
      const id = await insertTask(trx, { ...values, kind })
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'task.created',
        subject: `task:${id}`,
        after: { kind, ...values },
        address: staff.address,
      })
      return id
    })
    return loadTask(trx, taskId)
  })
}
