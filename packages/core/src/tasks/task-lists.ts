import { type Answer, FIRST_PAGE, type Page } from '@chuma/contract/fields'
import { isSafeUrl } from '@chuma/contract/safe-url'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import { isPremiumKind, type TaskKind, type ViewKind } from '@chuma/contract/tasks/task-kinds'
import type { affiliateLink, ListProvenTasksInput, provenTask } from '@chuma/contract/tasks/tasks'
import { touchListView } from '@chuma/db/queries/surveys/surveys'
import { listLinks, listTasksToProve, listTasksToView } from '@chuma/db/queries/tasks/tasks'
import { requirePremium } from '../auth/sessions.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/**
 * List videos for the member's country, newest first. For callers who do not open tasks, time counts from this list, so
 * sending it is recorded.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function listVideoTasks(deps: Deps, caller: SignedInMember, page: Page = FIRST_PAGE) {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const waiting = { requiredSeconds: videoWatchSeconds, extraSeconds: 0 }
  return fillPage(page, readToView(deps, { memberId, kind: 'video' }), (row) => {
    const youtubeUrl = taskLink(row)
    if (!youtubeUrl) return null
    return { ...describeViewed(row, waiting), youtubeUrl, videoId: extractYoutubeId(youtubeUrl) }
  })
}

function readToView({ db }: Pick<Deps, 'db'>, wanted: { memberId: string; kind: ViewKind }) {
  return async (page: Page) => {
    const rows = await listTasksToView(db, { ...page, ...wanted })
    if (!rows[0]?.wasSentToday) await touchListView(db, wanted.memberId, wanted.kind)
    return rows
  }
}

type Row = Awaited<ReturnType<typeof listTasksToView>>[number]
type Waiting = { requiredSeconds: number; extraSeconds: number }

/**
 * Describe a video or advertisement with the member's progress. An open view keeps its points and time from its opening.
 */
function describeViewed(row: Row, { requiredSeconds, extraSeconds }: Waiting) {
  const { id, title, description, isDone, openedAt, readyAt, secondsToReady } = row
  return {
    id,
    title,
    description,
    points: row.promisedPoints ?? row.points,
    isDone,
    openedAt,
    readyAt,
    secondsLeft: secondsToReady === null ? null : countDown(secondsToReady, extraSeconds),
    waitSeconds: (row.requiredSeconds ?? requiredSeconds) + extraSeconds,
  }
}

/** Seconds until an open view can be claimed, for a screen, which waits `extraSeconds` longer than the server. */
export const countDown = (secondsToReady: number, extraSeconds: number): number =>
  Math.max(0, Math.ceil(secondsToReady + extraSeconds))

type Read<Row> = (page: Page) => Promise<Row[]>

/** Read more rows to replace those left out: readers take a page that is not full for the last one. */
export async function fillPage<Row extends { id: string }, Item>(
  { after, limit }: Page,
  read: Read<Row>,
  show: (row: Row) => Item | null,
): Promise<Item[]> {
  const rows = await read({ after, limit })
  const items = rows.flatMap((row) => show(row) ?? [])
  const last = rows.at(-1)
  if (!last || rows.length < limit || items.length === limit) return items
  return [...items, ...(await fillPage({ after: last.id, limit: limit - items.length }, read, show))]
}

type Task = { kind: TaskKind; url: string | null }

/**
 * Find where a task may send a member; null if nowhere. A video is an https page or has a YouTube id, which makes a safe
 * link from any form of its address.
 */
export function taskLink({ kind, url }: Task): string | null {
  if (url === null) return null
  if (kind !== 'video') return isSafeUrl(url) ? url : null
  if (isSafeUrl(url) && /^https:/i.test(url)) return url
  const videoId = extractYoutubeId(url)
  return videoId && `https://www.youtube.com/watch?v=${videoId}`
}

/**
 * List advertisements for the member's country, newest first. For callers who do not open tasks, time counts from this
 * list, so sending it is recorded.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function listAdTasks(deps: Deps, caller: SignedInMember, page: Page = FIRST_PAGE) {
  const { memberId } = requirePremium(caller)
  const { adExtraSeconds } = await deps.economy()
  return fillPage(page, readToView(deps, { memberId, kind: 'ad' }), (row) => {
    const targetUrl = taskLink(row)
    const { minTimeSeconds } = row
    if (!targetUrl || minTimeSeconds === null) return null
    const waiting = { requiredSeconds: minTimeSeconds, extraSeconds: adExtraSeconds }
    return { ...describeViewed(row, waiting), targetUrl, minTimeSeconds }
  })
}

/** List partners' links for the member's country, newest first. Their addresses come with a click. */
export async function listAffiliateLinks(
  { db }: Deps,
  { memberId }: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof affiliateLink>[]> {
  const read = (part: Page) => listLinks(db, { ...part, memberId })
  return fillPage(page, read, (row) => (taskLink(row) === null ? null : row))
}

/**
 * List tasks of one kind for the member's country, newest first, with the member's proof for each. Pending and approved
 * proofs show the points promised when they were submitted.
 * @throws AppError PREMIUM_REQUIRED for a kind of premium
 */
export async function listProvenTasks(
  { db }: Deps,
  caller: SignedInMember,
  { kind, ...page }: Pick<ListProvenTasksInput, 'kind'> & Partial<Page>,
): Promise<Answer<typeof provenTask>[]> {
  const { memberId } = isPremiumKind(kind) ? requirePremium(caller) : caller
  const rows = await listTasksToProve(db, { ...FIRST_PAGE, ...page, memberId, kind })
  return rows.map(({ state, reason, submittedAt, promisedPoints, ...task }) => ({
    id: task.id,
    title: task.title,
    description: task.description,
    instructions: task.instructions,
    points: state === 'rejected' ? task.points : (promisedPoints ?? task.points),
    url: taskLink(task),
    proof: state && submittedAt ? { state, reason, submittedAt } : null,
  }))
}
