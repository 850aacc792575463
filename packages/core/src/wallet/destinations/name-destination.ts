import type { Trx } from '@chuma/db/client'
import { insertClaim, insertDestination, lockDestination } from '@chuma/db/queries/wallet/destinations'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { type Destination, hashDestination } from './normalise-destination.ts'

type Sealing = { secrets: Pick<Secrets, 'hash' | 'seal'> }
export type Named = { hashes: [Buffer, ...Buffer[]]; isNew: boolean }

export const placeOfDestination = (memberId: string) => ({
  table: 'payout_destination',
  column: 'value',
  id: memberId,
})

/**
 * Record that a member wants to be paid there. Says nothing about others who named it: a member must not learn whether a
 * number has an account. Needs the wallet's lock.
 * @returns whether it is new to this member, and the hashes it is found by
 */
export async function nameDestination(
  trx: Trx,
  { secrets }: Sealing,
  { memberId, ...destination }: Destination & { memberId: string },
): Promise<Named> {
  const hashes = hashDestination(secrets, destination)
  if (await lockDestination(trx, { memberId, hashes })) return { hashes, isNew: false }
  const value = secrets.seal(placeOfDestination(memberId), destination.value)
  const row = { memberId, destinationHash: hashes[0], method: destination.method, value }
  const isNew = await insertDestination(trx, row)
  await insertClaim(trx, { memberId, destinationHash: hashes[0] })
  return { hashes, isNew }
}
