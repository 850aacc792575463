import type { OpenedLink } from '@chuma/contract/tasks/tasks'
import { requireMember } from '../auth/require-member.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { recordClick } from '../partners/clicks/record-click.ts'
import { getLinkedTask } from './get-linked-task.ts'

/**
 * Open a partner's link: record the click, and return the address with its reference. Only the partner's signed event
 * credits points.
 * @throws AppError NOT_SIGNED_IN, NOT_FOUND
 */
export async function openLink(deps: Deps, caller: Caller, { id }: { id: string }): Promise<OpenedLink> {
  const { memberId } = requireMember(caller)
  const { address, userAgent } = caller
  return deps.db.transaction().execute(async (trx) => {
    const task = await getLinkedTask(trx, { memberId, taskId: id, kinds: ['affiliate'] })
    const { url } = await recordClick(trx, { memberId, address, userAgent }, { ...task, kind: 'task' })
    return { url }
  })
}
