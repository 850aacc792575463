import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'

/** Let the owner's rule look at a pending withdrawal once this transaction has committed. */
export async function askRule(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { automaticPayout }: Pick<Economy, 'automaticPayout'>,
): Promise<void> {
  if (automaticPayout === 'off') return
  await insertJobUnlessWaiting(trx, 'decide-payout', { memberId, withdrawalId })
}
