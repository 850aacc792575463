import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { deletePayoutDetails } from '@chuma/db/queries/wallet/payout-details'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Notice, notice } from '../notice.ts'

/** Remove the details saved for the form; earlier withdrawals keep theirs. */
export async function forgetPayoutDetails(
  { db }: Deps,
  { memberId }: SignedInMember,
  { method }: { method: WithdrawalMethod },
): Promise<{ message: Notice }> {
  await deletePayoutDetails(db, { memberId, method })
  return { message: notice('PAYOUT_DETAILS_FORGOTTEN') }
}
