import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { deletePayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Removes what the form is filled with; what was requested keeps where it went. */
export async function forgetPayoutDetails(
  { db }: Deps,
  { memberId }: SignedInMember,
  { method }: { method: WithdrawalMethod },
): Promise<{ message: string }> {
  await deletePayoutDetails(db, { memberId, method })
  return { message: 'These details are no longer saved.' }
}
