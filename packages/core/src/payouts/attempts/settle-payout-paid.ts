import { formatKes } from '@chuma/contract/format-money'
import type { Trx } from '@chuma/db/client'
import { insertWithholding } from '@chuma/db/queries/books/withholding'
import { insertJob } from '@chuma/db/queries/jobs'
import { updateWithdrawal } from '@chuma/db/queries/payouts/payouts'
import { postPoints } from '../../wallet/post-points.ts'
import type { LockedPayout } from './lock-payout.ts'

type Settlement = { receipt: string; actor: string; processedBy?: string; adminComment?: string }

/** The held points leave for good and the withdrawal ends as paid. The caller has locked it and closes its attempt. */
export async function settlePayoutPaid(
  trx: Trx,
  { ref, withdrawal }: Pick<LockedPayout, 'ref' | 'withdrawal'>,
  { actor, ...settlement }: Settlement,
): Promise<void> {
  await updateWithdrawal(trx, ref, { ...settlement, status: 'paid', payoutState: 'paid' })
  await postPoints(trx, {
    memberId: ref.memberId,
    kind: 'payout',
    availableDelta: 0,
    heldDelta: -withdrawal.points,
    houseAccount: 'payouts',
    sourceKey: `payout:${ref.withdrawalId}`,
    description: describe(withdrawal),
    subjectId: ref.withdrawalId,
    actor,
  })
  await insertWithholding(trx, ref)
  await insertJob(trx, 'send-withdrawal-news', ref)
  await insertJob(trx, 'settle-referral', ref)
}

function describe({ amountKes, payoutKes }: LockedPayout['withdrawal']): string {
  const paid = `Withdrawal of ${formatKes(amountKes)} paid`
  if (payoutKes === amountKes) return paid
  return `${paid}: ${formatKes(amountKes - payoutKes)} tax withheld, ${formatKes(payoutKes)} sent`
}
