import type { adminTask, CreateTaskInput } from '@chuma/contract/tasks/admin-tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertTask } from '@chuma/db/queries/tasks/admin-tasks'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import type { Deps } from '../../deps.ts'
import { doOnce, type Once } from '../../idempotency/do-once.ts'
import { loadTask } from './load-task.ts'
import { passPoints } from './pass-points.ts'
import { requireTaskFields } from './require-task-fields.ts'
import { requireTaskPartner } from './require-task-partner.ts'

/**
 * Add a task. Above the day's limit of the caller's person its points wait for a second person.
 * @throws AppError INVALID_INPUT for fields or points that the kind does not allow, APPROVAL_PENDING
 */
export async function createTask(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, kind, ...form }: CreateTaskInput & Once,
): Promise<Answer<typeof adminTask>> {
  const input = { kind, ...form }
  return orAskAnother(deps, staff, async (deps) => {
    const values = requireTaskFields(kind, form, await deps.economy())
    const after = { kind, ...values }
    return deps.db.transaction().execute(async (trx) => {
      const { secrets } = deps
      const keyed = { secrets, caller: staff.name, operation: 'create-task', key, request: input }
      const taskId = await doOnce(trx, keyed, async () => {
        await requireTaskPartner(trx, values.partnerId)
        const wish = { kind: 'create-task', subject: 'task', payload: input, before: null, after } as const
        const acts = await passPoints({ deps, trx, staff }, wish)
        const id = await insertTask(trx, after)
        await insertAuditEntry(trx, {
          actor: staff.name,
          action: 'task.created',
          subject: `task:${id}`,
          after: { ...after, ...acts },
          address: staff.address,
        })
        return id
      })
      return loadTask(trx, taskId)
    })
  })
}
