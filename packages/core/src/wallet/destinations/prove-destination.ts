import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { claimDestination } from '@chuma/db/queries/wallet/destination-proofs'
import type { Deps } from '../../deps.ts'

type Proof = { memberId: string; method: WithdrawalMethod; value: string; by: 'code' | 'payment' | 'staff' }

/**
 * Record that a member has a destination. It belongs to the first who proves it; a later proof by someone else names it and moves
 * nothing.
 */
export async function proveDestination(
  trx: Trx,
  { secrets }: Pick<Deps, 'secrets'>,
  { memberId, method, value, by }: Proof,
): Promise<'proven' | 'of-another'> {
  const [hash] = secrets.hash('payout destination', `${method}:${value}`)
  const place = { table: 'payout_destination', column: 'value', id: `${memberId}:${hash.toString('hex')}` }
  const destination = { memberId, destinationHash: hash, method, value: secrets.seal(place, value) }
  return (await claimDestination(trx, { ...destination, by })) ? 'proven' : 'of-another'
}
