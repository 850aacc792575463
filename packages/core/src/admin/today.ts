import type { adminStats } from '@chuma/contract/admin/admin'
import { APPROVAL_KINDS, approvalKinds } from '@chuma/contract/admin/approval-kinds'
import { WAITING, WAITING_KINDS } from '@chuma/contract/admin/waiting'
import type { Answer } from '@chuma/contract/fields'
import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import type { Db } from '@chuma/db/client'
import { countStaffFigures, getAdminStats } from '@chuma/db/queries/admin/admin'
import { countWaiting } from '@chuma/db/queries/admin/waiting'
import { holdsPermission, type StaffStream, watchAsStaff } from '../auth/staff.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listOpenRails } from '../payouts/rails.ts'

/** How old the figures may be. */
const MAX_AGE_SECONDS = 10

/** Counts that are running: concurrent readers share one. */
const running = new WeakMap<Db, Promise<void>>()

/** Get the dashboard's figures, counted again if they are older than ten seconds. */
export async function getStats({ db }: Pick<Deps, 'db'>): Promise<Answer<typeof adminStats>> {
  const { isFresh, ...stats } = await getAdminStats(db, MAX_AGE_SECONDS)
  if (isFresh) return stats
  await countOnce(db)
  const { isFresh: _, ...counted } = await getAdminStats(db, MAX_AGE_SECONDS)
  return counted
}

function countOnce(db: Db): Promise<void> {
  const count = running.get(db) ?? countStaffFigures(db).finally(() => running.delete(db))
  running.set(db, count)
  return count
}

/** List what waits for staff and since when, limited to what the caller may read. */
export function listWaiting({ db, payouts }: Pick<Deps, 'db' | 'payouts'>, caller: Caller) {
  const kinds = WAITING_KINDS.filter((kind) => holdsPermission(caller, WAITING[kind]))
  return countWaiting(db, {
    kinds,
    providers: [ALL_RAILS, ...listOpenRails(payouts)],
    // As `listApprovals` shows them.
    approvalKinds: APPROVAL_KINDS.filter((kind) => holdsPermission(caller, approvalKinds[kind])),
  })
}

/** Tell a staff page when anything that waits may have changed. The counts have their own guard. */
export function watchWaiting({ changes }: Pick<Deps, 'changes'>, caller: Caller, stream: StaffStream) {
  return watchAsStaff(changes, { topic: 'waiting', permission: 'stats:read', caller }, stream)
}
