import type { Trx } from '@chuma/db/client'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { getPaidPlace } from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../../deps.ts'
import { readDestination } from '../../wallet/destinations/normalise-destination.ts'
import { proveDestination } from '../../wallet/destinations/prove-destination.ts'
import { readAccount } from './seal-account.ts'

type Reading = Pick<Deps, 'secrets' | 'reportFailure'>

/**
 * Record, in the transaction of a payment, that it arrived at the withdrawal's destination. A destination that cannot be opened
 * is reported: the payment counts all the same.
 */
export async function proveByPayment(trx: Trx, deps: Reading, ref: WithdrawalRef): Promise<void> {
  const { memberId, withdrawalId: id } = ref
  const row = await getPaidPlace(trx, ref)
  // Anyone can buy airtime for anyone: it proves nothing about the number.
  if (row.method === 'airtime') return
  const accountNumber = readAccount(deps, { table: 'withdrawal', id }, row.accountNumber)
  const destination = readDestination({ ...row, accountNumber })
  if (destination) await proveDestination(trx, deps, { memberId, ...destination, by: 'payment' })
}
