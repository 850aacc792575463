import type { Answer } from '@chuma/contract/timestamp'
import type { withdrawal } from '@chuma/contract/wallet/wallet'
import { findWithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { getWithdrawal } from '@chuma/db/queries/wallet/withdrawals'
import { AppError } from '../app-error.ts'
import { requireLiveSession } from '../auth/require-live-session.ts'
import type { SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { lockPayout } from '../payouts/attempts/lock-payout.ts'
import { openWithdrawal } from '../payouts/details/seal-account.ts'
import { moveWithdrawal } from '../payouts/move-payout.ts'
import { stateOf } from '../payouts/transitions.ts'

/** What clients that know only the specified statuses show. */
const COMMENT = 'Cancelled by the member'

/**
 * Cancel a withdrawal of the caller's that nobody has decided yet, on hold or not; its points are available again at once, or set off
 * a debt. Of a cancellation and a decision at the same moment one counts. A repeat answers as the first call.
 * @throws AppError NOT_FOUND for someone else's, NOT_SIGNED_IN if the session ended meanwhile, WITHDRAWAL_STATE once it is decided
 */
export async function cancelWithdrawal(
  deps: Deps,
  member: SignedInMember,
  { id }: { id: string },
): Promise<Answer<typeof withdrawal>> {
  const ref = await findWithdrawalRef(deps.db, id)
  if (ref?.memberId !== member.memberId) throw new AppError('NOT_FOUND')
  return deps.db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    await requireLiveSession(trx, member)
    if (stateOf(payout.withdrawal) !== 'cancelled') {
      await moveWithdrawal(trx, payout, {
        to: 'cancelled',
        by: 'member',
        adminComment: COMMENT,
        processedBy: 'member',
      })
    }
    return { ...openWithdrawal(deps, await getWithdrawal(trx, ref)), holds: [] }
  })
}
