import { formatKes } from '@chuma/contract/format-money'
import type { PayoutState } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { updateWithdrawal } from '@chuma/db/queries/payouts/payouts'
import { postPoints } from '../../wallet/post-points.ts'
import type { LockedPayout } from './lock-payout.ts'

type Settlement = { reason: string; processedBy: string; actor: string; payoutState: PayoutState | null }

/** The held points go back and the withdrawal ends as rejected. The caller has locked it and closes its attempt. */
export async function settlePayoutRejected(
  trx: Trx,
  { ref, withdrawal }: Pick<LockedPayout, 'ref' | 'withdrawal'>,
  { reason, processedBy, actor, payoutState }: Settlement,
): Promise<void> {
  await updateWithdrawal(trx, ref, { status: 'rejected', payoutState, adminComment: reason, processedBy })
  await postPoints(trx, {
    memberId: ref.memberId,
    kind: 'release',
    availableDelta: withdrawal.points,
    heldDelta: -withdrawal.points,
    houseAccount: null,
    sourceKey: `release:${ref.withdrawalId}`,
    description: `Withdrawal of ${formatKes(withdrawal.amountKes)} rejected, points restored`,
    subjectId: ref.withdrawalId,
    actor,
  })
  await insertJob(trx, 'send-withdrawal-news', ref)
}
