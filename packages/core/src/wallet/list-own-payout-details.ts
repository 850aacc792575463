import type { Answer } from '@chuma/contract/timestamp'
import type { payoutDetails } from '@chuma/contract/wallet/wallet'
import { listDestinations } from '@chuma/db/queries/wallet/destinations'
import { listPayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { readAccount } from '../payouts/details/seal-account.ts'
import { hashDestination, readDestination } from './destinations/normalise-destination.ts'

/**
 * List a member's saved payout details, the last used first, and whether each is proven. Whether another account named one makes no
 * difference.
 */
export async function listOwnPayoutDetails(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Answer<typeof payoutDetails>[]> {
  const rows = await listPayoutDetails(deps.db, memberId)
  const proven = (await listDestinations(deps.db, memberId)).filter(({ provenAt }) => provenAt !== null)
  return rows.map(({ accountNumber: stored, ...row }) => {
    const accountNumber = readAccount(deps, { table: 'payout_details', id: memberId }, stored)
    const destination = readDestination({ ...row, method: row.withdrawalMethod, accountNumber })
    const hashes = destination ? hashDestination(deps.secrets, destination) : []
    const found = proven.find((known) => hashes.some((hash) => hash.equals(known.destinationHash)))
    const { provenBy = null, provenAt = null } = found ?? {}
    return { ...row, accountNumber, isProven: found !== undefined, provenBy, provenAt }
  })
}
