import type { Trx } from '@chuma/db/client'
import {
  getViewStanding,
  insertClaimedView,
  markViewClaimed,
  noteTimeSpent,
} from '@chuma/db/queries/tasks/task-views'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'
import { postReward } from '../wallet/post-reward.ts'
import { getLinkedTask } from './get-linked-task.ts'
import { requiredSeconds } from './required-seconds.ts'

type Claim = {
  memberId: string
  taskId: string
  kind: 'video' | 'ad'
  videoWatchSeconds: number
  /** What the browser measured; null where it measures nothing. */
  claimedTimeSpent: number | null
}
/** `secondsLeft` above 0: too early, and nothing was earned. */
type ClaimOutcome = { secondsLeft: number; pointsEarned: number; availablePoints: number }

/**
 * Pays for a video or an advertisement that was on the screen for long enough by the database's clock, once a business
 * day. The wallet's lock puts all claims of a member in a line: of any number at the same time one is paid, and what one
 * is paid for no other one counts again.
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

  const points = standing.points ?? task.points
  const claimed = { day, points, claimedTimeSpent }
  if (viewId) await markViewClaimed(trx, { memberId, viewId }, claimed)
  else {
    const view = { memberId, taskId, kind, openedAt: startedAt, requiredSeconds: required }
    await insertClaimedView(trx, { ...view, ...claimed })
  }
  const reward = await postReward(trx, memberId, {
    kind,
    points,
    sourceKey: `${kind}:${taskId}:${day}`,
    description: `${kind === 'video' ? 'Video' : 'Advertisement'}: ${task.title}`,
    subjectId: taskId,
  })
  return { ...reward, secondsLeft: 0 }
}
