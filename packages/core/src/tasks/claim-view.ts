import type { Trx } from '@chuma/db/client'
import {
  claimOpenView,
  claimUnopenedView,
  getViewStanding,
  noteTimeSpent,
} from '@chuma/db/queries/tasks/task-views'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'
import { getLinkedTask } from './get-linked-task.ts'
import { requiredSeconds } from './required-seconds.ts'

type Claim = {
  memberId: string
  taskId: string
  kind: 'video' | 'ad'
  videoWatchSeconds: number
  /** The browser's measurement; null if it does not measure. */
  claimedTimeSpent: number | null
}
/** `secondsLeft` above 0: too early, and nothing was earned. */
type ClaimOutcome = { secondsLeft: number; pointsEarned: number; availablePoints: number }

/**
 * Pay for a video or advertisement that was open long enough by the database's clock, once a business day. The wallet's
 * lock serialises a member's claims: of concurrent ones one is paid, and no second is paid for twice.
 * @throws AppError NOT_FOUND, DONE_TODAY
 */
export async function claimView(trx: Trx, claim: Claim): Promise<ClaimOutcome> {
  const { memberId, taskId, kind, claimedTimeSpent } = claim
  const { available } = await lockWallet(trx, memberId)
  const task = await getLinkedTask(trx, { memberId, taskId, kinds: [kind] })
  const standing = await getViewStanding(trx, { memberId, taskId, kind })
  const { viewId, startedAt, day } = standing
  if (standing.isDone) throw new AppError('DONE_TODAY')

  const required = standing.requiredSeconds ?? requiredSeconds(task, claim.videoWatchSeconds)
  const secondsLeft = Math.ceil(required - (standing.waitedSeconds ?? 0))
  if (!startedAt || secondsLeft > 0) {
    if (viewId && claimedTimeSpent !== null) await noteTimeSpent(trx, { memberId, viewId }, claimedTimeSpent)
    return { secondsLeft: Math.max(1, secondsLeft), pointsEarned: 0, availablePoints: available }
  }

  const claimed = {
    memberId,
    taskId,
    kind,
    day,
    points: standing.points ?? task.points,
    claimedTimeSpent,
    description: `${kind === 'video' ? 'Video' : 'Advertisement'}: ${task.title}`,
  }
  const earned = viewId
    ? await claimOpenView(trx, { ...claimed, viewId })
    : await claimUnopenedView(trx, { ...claimed, openedAt: startedAt, requiredSeconds: required })
  return { ...earned, secondsLeft: 0 }
}
