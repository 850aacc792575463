import type { adminStats } from '@chuma/contract/admin/admin'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { countStaffFigures, getAdminStats, isCountedWithin } from '@chuma/db/queries/admin/admin'
import type { Deps } from '../../deps.ts'

/** How old the figures may be. */
const MAX_AGE_SECONDS = 10

/** Counts that are running: concurrent readers share one. */
const running = new WeakMap<Db, Promise<void>>()

/** Get the dashboard's figures, counted again if they are older than ten seconds. */
export async function getStats({ db }: Pick<Deps, 'db'>): Promise<Answer<typeof adminStats>> {
  if (!(await isCountedWithin(db, MAX_AGE_SECONDS))) await countOnce(db)
  return getAdminStats(db)
}

function countOnce(db: Db): Promise<void> {
  const count = running.get(db) ?? countStaffFigures(db).finally(() => running.delete(db))
  running.set(db, count)
  return count
}
