import type { DestinationProof } from '@chuma/contract/wallet/destinations'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { hastenHolds } from '@chuma/db/queries/payouts/holds'
import {
  claimDestination,
  markDisputed,
  markPaidThere,
  markProven,
} from '@chuma/db/queries/wallet/destinations'
import type { Secrets } from '../../secrets/create-secrets.ts'
import { nameDestination } from './name-destination.ts'
import type { Destination } from './normalise-destination.ts'

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
  const { hashes } = await nameDestination(trx, deps, destination)
  const at = { memberId, hashes }
  if (by === 'payment') await markPaidThere(trx, at)
  const owner = await claimDestination(trx, at)
  if (owner === memberId) {
    await markProven(trx, { ...at, by })
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
