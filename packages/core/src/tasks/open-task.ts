import type { OpenTaskInput, taskView } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { findOpenView, getViewStanding, insertView, voidOpenView } from '@chuma/db/queries/tasks/task-views'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { describeView } from './describe-view.ts'
import { getLinkedTask } from './get-linked-task.ts'
import { requiredSeconds } from './required-seconds.ts'

/**
 * Record that a video or advertisement is on the member's screen. Opening it again continues its view; opening another
 * ends it, because nobody watches two at once.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY
 */
export async function openTask(
  deps: Deps,
  caller: SignedInMember,
  { id, kind }: OpenTaskInput,
): Promise<Answer<typeof taskView>> {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds, adExtraSeconds } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    // Serialises the member's openings and claims: each sees the result of the one before.
    await lockWallet(trx, memberId)
    const task = await getLinkedTask(trx, { memberId, taskId: id, kinds: kind ? [kind] : ['video', 'ad'] })
    const viewed = task.kind === 'video' ? 'video' : 'ad'
    const ref = { memberId, taskId: id, kind: viewed } as const
    const { isDone, viewId } = await getViewStanding(trx, ref)
    if (isDone) throw new AppError('DONE_TODAY')
    if (!viewId) {
      await voidOpenView(trx, memberId)
      await insertView(trx, {
        ...ref,
        points: task.points,
        requiredSeconds: requiredSeconds(task, videoWatchSeconds),
      })
    }
    const view = await findOpenView(trx, memberId)
    if (!view) throw new Error(`the view of ${id} by ${memberId} vanished`)
    return describeView(view, viewed === 'ad' ? adExtraSeconds : 0)
  })
}
