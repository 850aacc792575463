import {
  PROFILE_SHARING_VERSION,
  type profileOverview,
  type ShareProfileInput,
} from '@chuma/contract/profile/profile'
import type { Answer } from '@chuma/contract/timestamp'
import { setSharing } from '@chuma/db/queries/profile/profile-choices'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { getOverview } from './get-overview.ts'
import { readGroupPoints } from './read-group-points.ts'

/** Allow answers to be passed to partners, or no longer. What a partner has received stays with them. */
export async function shareProfile(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  { memberId }: SignedInMember,
  { isShared }: ShareProfileInput,
): Promise<Answer<typeof profileOverview>> {
  const groupPoints = await readGroupPoints(deps, memberId)
  return deps.db.transaction().execute(async (trx) => {
    await setSharing(trx, memberId, isShared ? PROFILE_SHARING_VERSION : null)
    return getOverview(trx, memberId, groupPoints)
  })
}
