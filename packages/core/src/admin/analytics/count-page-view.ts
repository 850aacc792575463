import type { PageViewInput } from '@chuma/contract/admin/analytics'
import { addPageView } from '@chuma/db/queries/admin/analytics'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'

/**
 * Count a page view, by day and page only. The browser asks for consent; the server cannot tell who it was.
 * @throws AppError THROTTLED
 */
export async function countPageView(
  deps: Pick<Deps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  { route }: PageViewInput,
): Promise<{ message: Notice }> {
  await reserveAttempt(deps, 'page-view-address', address)
  await addPageView(deps.db, route)
  return { message: notice('PAGE_VIEW_COUNTED') }
}
