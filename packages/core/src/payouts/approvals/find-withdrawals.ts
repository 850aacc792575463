import { id } from '@chuma/contract/fields'
import type { FoundWithdrawal } from '@chuma/contract/payouts/payout-queue'
import { kenyanPhone } from '@chuma/contract/wallet/destination-codes'
import { findWithdrawalsBy, type WithdrawalKey } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'

/** Find withdrawals by an id, an M-Pesa number, or else a receipt. */
export function findWithdrawals({ db }: Deps, { q }: { q: string }): Promise<FoundWithdrawal[]> {
  return findWithdrawalsBy(db, readKey(q))
}

function readKey(q: string): WithdrawalKey {
  const withdrawalId = id.safeParse(q)
  if (withdrawalId.success) return { withdrawalId: withdrawalId.data }
  const mpesaNumber = kenyanPhone.safeParse(q)
  return mpesaNumber.success ? { mpesaNumber: mpesaNumber.data } : { receipt: q }
}
