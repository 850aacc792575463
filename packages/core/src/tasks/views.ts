import { TASK_RULES, type TaskKind, VIEW_KINDS, type ViewKind } from '@chuma/contract/tasks/task-kinds'
import type { ClickAdInput, OpenedLink, OpenTaskInput } from '@chuma/contract/tasks/tasks'
import type { Trx } from '@chuma/db/client'
import {
  claimOpenView,
  claimUnopenedView,
  findOpenView,
  getViewStanding,
  insertView,
  noteTimeSpent,
  voidOpenView,
} from '@chuma/db/queries/tasks/task-views'
import { findTask } from '@chuma/db/queries/tasks/tasks'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { AppError } from '../app-error.ts'
import { requireMember, requirePremium } from '../auth/sessions.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice } from '../notice.ts'
import { recordClick } from '../partners/clicks.ts'
import { countDown, taskLink } from './task-lists.ts'

/**
 * Record that a video or advertisement is on the member's screen. Opening it again continues its view; opening another
 * ends it, because nobody watches two at once.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY
 */
export async function openTask(deps: Deps, caller: SignedInMember, { id, kind }: OpenTaskInput) {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds, adExtraSeconds } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    // Serialises the member's openings and claims: each sees the result of the one before.
    await lockWallet(trx, memberId)
    const task = await getLinkedTask(trx, { memberId, taskId: id, kinds: kind ? [kind] : VIEW_KINDS })
    const ref = { memberId, taskId: id, kind: task.kind }
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
    const { openedAt, readyAt, secondsToReady } = view
    return {
      openedAt,
      readyAt,
      secondsLeft: countDown(secondsToReady, task.kind === 'ad' ? adExtraSeconds : 0),
    }
  })
}

/**
 * Load a task with an address, if this member's list contains it.
 * @throws AppError NOT_FOUND if it is inactive, for another country, of another kind, or has no address
 */
async function getLinkedTask<Kind extends TaskKind>(
  trx: Trx,
  ref: { memberId: string; taskId: string; kinds: readonly Kind[] },
) {
  const task = await findTask(trx, ref)
  const url = task && taskLink(task)
  if (!url) throw new AppError('NOT_FOUND')
  return { ...task, url }
}

type Task = { kind: string; minTimeSeconds: number | null }

/** How long a task has to be open, by the server's clock. An advertisement has its own minimum. */
function requiredSeconds({ kind, minTimeSeconds }: Task, videoWatchSeconds: number): number {
  return kind === 'ad' && minTimeSeconds !== null ? minTimeSeconds : videoWatchSeconds
}

/** The maximum of an integer column. */
const MAX_SECONDS = 2_147_483_647

/**
 * Claim an advertisement (SPEC §4). The server's clock decides whether enough time was spent; `timeSpent` is only
 * stored. Too early is an answer, not an error.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY
 */
export async function clickAd(deps: Deps, caller: SignedInMember, { id, timeSpent }: ClickAdInput) {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const claimedTimeSpent = Math.round(Math.min(Math.max(timeSpent, 0), MAX_SECONDS))
  const { secondsLeft, ...earned } = await deps.db
    .transaction()
    .execute((trx) =>
      claimView(trx, { memberId, taskId: id, kind: 'ad', videoWatchSeconds, claimedTimeSpent }),
    )
  if (secondsLeft === 0) return { completed: true, ...earned, message: undefined }
  return {
    completed: false,
    ...earned,
    message: notice('AD_TOO_SHORT'),
  }
}

type Claim = {
  memberId: string
  taskId: string
  kind: ViewKind
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
async function claimView(trx: Trx, claim: Claim): Promise<ClaimOutcome> {
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
    description: `${TASK_RULES[kind].name}: ${task.title}`,
  }
  const earned = viewId
    ? await claimOpenView(trx, { ...claimed, viewId })
    : await claimUnopenedView(trx, { ...claimed, openedAt: startedAt, requiredSeconds: required })
  return { ...earned, secondsLeft: 0 }
}

/**
 * Claim a video (SPEC §4): after the economy's seconds since it was opened, once a business day.
 * @throws AppError PREMIUM_REQUIRED, NOT_FOUND, DONE_TODAY, TOO_EARLY with the seconds left
 */
export async function watchVideo(deps: Deps, caller: SignedInMember, { id }: { id: string }) {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const { secondsLeft, ...earned } = await deps.db
    .transaction()
    .execute((trx) =>
      claimView(trx, { memberId, taskId: id, kind: 'video', videoWatchSeconds, claimedTimeSpent: null }),
    )
  if (secondsLeft > 0) throw new AppError('TOO_EARLY', { secondsLeft })
  return earned
}

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
