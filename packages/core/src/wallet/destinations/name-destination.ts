import type { DestinationProof } from '@chuma/contract/wallet/destination-codes'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hastenHolds } from '@chuma/db/queries/payouts/holds'
import {
  claimDestination,
  insertClaim,
  insertDestination,
  lockDestination,
  markDisputed,
  markPaidThere,
  markProven,
} from '@chuma/db/queries/wallet/destinations'
import { type Destination, hashDestination, placeOfDestination } from '../../account/destinations.ts'
import type { Secrets } from '../../secrets/secrets.ts'

type Proof = Destination & { memberId: string; by: DestinationProof }

/**
 * Record that a member proved a destination to be theirs. The first proof decides whose it is, also of two at the same moment.
 * A later proof by another member moves nothing, because SIM cards change hands and codes can be read over a shoulder: it is
 * marked on the destination and in the audit log, and staff decide.
 */
export async function proveDestination(
  trx: Trx,
  deps: { secrets: Pick<Secrets, 'hash' | 'seal'> },
  { by, ...destination }: Proof,
): Promise<'proven' | 'of-another'> {
  const { memberId, method } = destination
  const { hashes, isPaid, isProven } = await nameDestination(trx, deps, destination)
  const at = { memberId, hashes }
  if (by === 'payment' && !isPaid) await markPaidThere(trx, at)
  // Nobody takes a proven one from its owner without marking it as not proven, under the same lock.
  const owner = isProven ? memberId : await claimDestination(trx, at)
  if (owner === memberId) {
    if (!isProven) await markProven(trx, { ...at, by })
    await hastenHolds(trx, memberId)
    return 'proven'
  }
  if (await markDisputed(trx, { ...at, by })) {
    await insertAuditEntry(trx, {
      actor: 'system',
      action: 'destination.disputed',
      subject: `member:${memberId}`,
      after: { method, by },
      reason: 'Proven by this member, and belongs to another',
      address: null,
    })
  }
  return 'of-another'
}

type Sealing = { secrets: Pick<Secrets, 'hash' | 'seal'> }
type Named = { hashes: [Buffer, ...Buffer[]]; isNew: boolean; isPaid: boolean; isProven: boolean }

/**
 * Record that a member wants to be paid there. Says nothing about others who named it: a member must not learn whether a
 * number has an account. Needs the wallet's lock.
 * @returns whether it is new to this member, was paid or proven before, and the hashes it is found by
 */
export async function nameDestination(
  trx: Trx,
  { secrets }: Sealing,
  { memberId, ...destination }: Destination & { memberId: string },
): Promise<Named> {
  const hashes = hashDestination(secrets, destination)
  const known = await lockDestination(trx, { memberId, hashes })
  if (known) return { hashes, isNew: false, ...known }
  const value = secrets.seal(placeOfDestination(memberId), destination.value)
  const row = { memberId, destinationHash: hashes[0], method: destination.method, value }
  const isNew = await insertDestination(trx, row)
  await insertClaim(trx, { memberId, destinationHash: hashes[0] })
  return { hashes, isNew, isPaid: false, isProven: false }
}
