import type { AffiliateLink } from '@chuma/contract/tasks'
import { listLinks } from '@chuma/db/queries/tasks'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { taskLink } from './task-link.ts'

/** Partners' links of the member's country, newest first, without their addresses: those come with a click. */
export async function listAffiliateLinks(
  { db }: Deps,
  { memberId }: SignedInMember,
): Promise<AffiliateLink[]> {
  const rows = await listLinks(db, memberId)
  return rows.filter((row) => taskLink(row) !== null)
}
