import type { Answer } from '@chuma/contract/timestamp'
import type { payoutDetails } from '@chuma/contract/wallet/wallet'
import { listPayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { readAccount } from '../payouts/details/seal-account.ts'

/** List a member's saved payout details, the last used first. */
export async function listOwnPayoutDetails(
  deps: Pick<Deps, 'db' | 'secrets' | 'reportFailure'>,
  { memberId }: Pick<SignedInMember, 'memberId'>,
): Promise<Answer<typeof payoutDetails>[]> {
  const rows = await listPayoutDetails(deps.db, memberId)
  return rows.map(({ accountNumber, ...row }) => ({
    ...row,
    accountNumber: readAccount(deps, { table: 'payout_details', id: memberId }, accountNumber),
  }))
}
