import type { HoldReason } from '@chuma/contract/payouts/holds'
import type { Trx } from '@chuma/db/client'
import { holdUnsentWithdrawals } from '@chuma/db/queries/payouts/holds'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'

/**
 * Put everything that these members still wait for on hold, until the cause is gone. The cause of new withdrawals is read by
 * `evaluateHolds`. Locks the wallets in the order of their ids, so that two such calls cannot deadlock.
 * @returns how many withdrawals
 */
export async function holdMembers(
  trx: Trx,
  { memberIds, reason }: { memberIds: readonly string[]; reason: Extract<HoldReason, 'cluster'> },
): Promise<number> {
  let count = 0
  for (const memberId of [...new Set(memberIds)].sort()) {
    await lockWallet(trx, memberId)
    count += await holdUnsentWithdrawals(trx, { memberId, reason })
  }
  return count
}
