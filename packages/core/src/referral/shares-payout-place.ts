import type { Trx } from '@chuma/db/client'
import type { ReferralRef } from '@chuma/db/queries/referral/referral'
import { listClaimants, listDestinations } from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../deps.ts'
import { openDestination } from '../wallet/destinations/open-destination.ts'

/** Whether the two ever named the same destination: requested a payout there, or proved it with a code. */
export async function sharesPayoutPlace(
  deps: Pick<Deps, 'secrets' | 'reportFailure'>,
  trx: Trx,
  { memberId, friendId }: ReferralRef,
): Promise<boolean> {
  const places = await listDestinations(trx, friendId)
  const hashes = places.flatMap((row) => openDestination(deps, row).hashes)
  return hashes.length > 0 && (await listClaimants(trx, hashes)).includes(memberId)
}
