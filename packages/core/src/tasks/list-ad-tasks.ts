import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { adTask } from '@chuma/contract/tasks/tasks'
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
 * List advertisements for the member's country, newest first. For callers who do not open tasks, time counts from this
 * list, so sending it is recorded.
 * @throws AppError PREMIUM_REQUIRED
 */
export async function listAdTasks(
  deps: Deps,
  caller: SignedInMember,
  page: Page = FIRST_PAGE,
): Promise<Answer<typeof adTask>[]> {
  const { memberId } = requirePremium(caller)
  const { adExtraSeconds } = await deps.economy()
  const [open] = await Promise.all([findOpenView(deps.db, memberId), touchListView(deps.db, memberId, 'ad')])
  const read = (part: Page) => listTasksToView(deps.db, { ...part, memberId, kind: 'ad' })
  return fillPage(page, read, (row) => {
    const targetUrl = taskLink(row)
    const { minTimeSeconds } = row
    if (!targetUrl || minTimeSeconds === null) return null
    const context = { open, requiredSeconds: minTimeSeconds, extraSeconds: adExtraSeconds }
    return { ...describeViewed(row, context), targetUrl, minTimeSeconds }
  })
}
