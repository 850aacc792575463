import type { Trx } from '@chuma/db/client'
import { listOwnerMailboxes } from '@chuma/db/queries/admin/staff'
import { insertJob, type Jobs } from '@chuma/db/queries/jobs'

type News = Omit<Jobs['send-company-changed'], 'to'>

type Others = {
  /** The account whose role or access this change took. */
  former?: string | null
  /** An address that this change replaced. */
  replaced?: string | null
}

/**
 * Mail every owner, each with a job of its own: an address that fails delays nobody else. The addresses are those of this moment.
 * Without any, the mail goes to the support address.
 */
export async function tellOwners(
  trx: Trx,
  news: News,
  { former = null, replaced = null }: Others = {},
): Promise<void> {
  const owners = await listOwnerMailboxes(trx, { former: null })
  const told: (string | null)[] = former === null ? owners : await listOwnerMailboxes(trx, { former })
  const everyone = new Set([...told, ...(owners.length > 0 ? [] : [null]), ...(replaced ? [replaced] : [])])
  for (const to of everyone) await insertJob(trx, 'send-company-changed', { ...news, to })
}
