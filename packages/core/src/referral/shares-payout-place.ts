import type { Trx } from '@chuma/db/client'
import { hasPayoutPlace, listPayoutPlaces, type ReferralRef } from '@chuma/db/queries/referral/referral'
import type { Deps } from '../deps.ts'
import { findableAccount, readAccount } from '../payouts/details/seal-account.ts'

/**
 * Whether the two ever requested a payout to the same destination. The friend's account numbers are opened, because the
 * inviter's may have been hashed with another key. Two queries, because the members may be on two servers.
 */
export async function sharesPayoutPlace(
  deps: Pick<Deps, 'secrets' | 'reportFailure'>,
  trx: Trx,
  { memberId, friendId }: ReferralRef,
): Promise<boolean> {
  const places = await listPayoutPlaces(trx, friendId)
  const accounts = places.flatMap(({ id, accountNumber, accountNumberHash }) => {
    if (!accountNumber) return []
    const number = readAccount(deps, { table: 'withdrawal', id }, accountNumber)
    if (number !== null) return [findableAccount(deps.secrets, number)]
    return [{ number: '', hashes: accountNumberHash ? [accountNumberHash] : [] }]
  })
  return hasPayoutPlace(trx, memberId, {
    mpesaNumbers: places.flatMap(({ mpesaNumber }) => mpesaNumber ?? []),
    accounts,
  })
}
