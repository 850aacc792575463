import { formatKes } from '@chuma/contract/format-money'
import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { postPoints } from '../../wallet/post-points.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'

/** Take the points of a second payment, which the member owes if they have spent them, and tell them. With 0 points the house bears it. */
export async function postDuplicate(
  trx: Trx,
  { ref, withdrawal }: LockedPayout,
  { receipt, points, actor }: { receipt: string; points: number; actor: string },
): Promise<void> {
  if (points === 0) return
  await postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout-duplicate',
    availableDelta: points,
    heldDelta: 0,
    houseAccount: 'payouts',
    sourceKey: `payout-duplicate:${ref.withdrawalId}:${receipt}`,
    description: `${formatKes(withdrawal.payoutKes)} arrived twice, points of the second payment taken`,
    subjectId: ref.withdrawalId,
    actor,
  })
  await insertJob(trx, 'send-withdrawal-news', ref)
}
