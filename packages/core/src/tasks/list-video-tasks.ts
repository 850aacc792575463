import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import type { videoTask } from '@chuma/contract/tasks/tasks'
import type { Answer } from '@chuma/contract/timestamp'
import { findOpenView, touchListView } from '@chuma/db/queries/tasks/task-views'
import { listTasksToView } from '@chuma/db/queries/tasks/tasks'
import { requirePremium } from '../auth/require-premium.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { describeViewed } from './describe-viewed.ts'
import { fillPage } from './fill-page.ts'
import { taskLink } from './task-link.ts'

/**
 * List videos for the member's country, newest first. For callers who do not open tasks, time counts from this list, so
 * sending it is recorded.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function listVideoTasks(
  deps: Deps,
  caller: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof videoTask>[]> {
  const { memberId } = requirePremium(caller)
  const { videoWatchSeconds } = await deps.economy()
  const [open] = await Promise.all([
    findOpenView(deps.db, memberId),
    touchListView(deps.db, memberId, 'video'),
  ])
  const context = { open, requiredSeconds: videoWatchSeconds, extraSeconds: 0 }
  const read = (part: Page) => listTasksToView(deps.db, { ...part, memberId, kind: 'video' })
  return fillPage(page, read, (row) => {
    const youtubeUrl = taskLink(row)
    if (!youtubeUrl) return null
    return { ...describeViewed(row, context), youtubeUrl, videoId: extractYoutubeId(youtubeUrl) }
  })
}
