import type { PageViewInput } from '@chuma/contract/admin/analytics'
import { addPageView, getSettledMoment, rollUpFigures } from '@chuma/db/queries/admin/figures'
import { reserveAttempt } from '../auth/throttle.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'

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

/** A first run may have years to count. */
const DAYS_AT_ONCE = 7

/**
 * Job: count every finished day once, permanently. A day is finished when no open transaction can write a row of it.
 * Safe to repeat and to run concurrently.
 */
export async function keepFigures({ db }: Pick<Deps, 'db'>): Promise<void> {
  let counted = DAYS_AT_ONCE
  while (counted === DAYS_AT_ONCE) {
    counted = await db.transaction().execute(async (trx) => {
      const before = await getSettledMoment(trx)
      return rollUpFigures(trx, { before, mostDays: DAYS_AT_ONCE })
    })
  }
}
