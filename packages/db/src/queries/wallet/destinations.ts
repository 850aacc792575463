import type { Db, Trx } from '../../client.ts'

export type DestinationProof = 'code' | 'payment' | 'staff'

/** `hashes`: of one destination, with every key that may have hashed it. */
type Wanted = { memberId: string; hashes: readonly Buffer[] }

export type DestinationFacts = {
  /** Proven by this member, and theirs. */
  isOwn: boolean
  provenBy: DestinationProof | null
  provenAt: Date | null
  /** Proven by another member. */
  isOfAnother: boolean
  /** Other members who named it. */
  otherClaimants: number
  /** When this member first named it; now, if they never did. */
  namedAt: Date
  /** A payment to this member arrived there. */
  wasPaidThere: boolean
  /** A payment to this member arrived at another destination. */
  wasPaidElsewhere: boolean
}

/**
 * Read whose a destination is, as one member's request sees it. Three queries, because a destination's owner and claimants may
 * be on another server than the member.
 */
export async function getDestinationFacts(
  db: Db | Trx,
  { memberId, hashes }: Wanted,
): Promise<DestinationFacts> {
  const own = await db
    .selectFrom('payoutDestination')
    .select(['destinationHash', 'namedAt', 'provenBy', 'provenAt', 'paidAt'])
    .where('memberId', '=', memberId)
    .execute()
  const isThere = (row: { destinationHash: Buffer }) =>
    hashes.some((hash) => hash.equals(row.destinationHash))
  const there = own.find(isThere)
  const owner = await findDestinationOwner(db, hashes)
  const isOwn = owner === memberId
  return {
    isOwn,
    provenBy: isOwn ? (there?.provenBy ?? null) : null,
    provenAt: isOwn ? (there?.provenAt ?? null) : null,
    isOfAnother: owner !== null && !isOwn,
    otherClaimants: (await listClaimants(db, hashes)).filter((claimant) => claimant !== memberId).length,
    namedAt: there?.namedAt ?? new Date(),
    wasPaidThere: there?.paidAt != null,
    wasPaidElsewhere: own.some((row) => row.paidAt !== null && !isThere(row)),
  }
}

/** Return the id of the member who proved this destination. */
export async function findDestinationOwner(db: Db | Trx, hashes: readonly Buffer[]): Promise<string | null> {
  const found = await db
    .selectFrom('destinationOwner')
    .select('memberId')
    .where('destinationHash', 'in', hashes)
    .executeTakeFirst()
  return found?.memberId ?? null
}

/** List the ids of everyone who named this destination. */
export async function listClaimants(db: Db | Trx, hashes: readonly Buffer[]): Promise<string[]> {
  const rows = await db
    .selectFrom('destinationClaimant')
    .select('memberId')
    .distinct()
    .where('destinationHash', 'in', hashes)
    .orderBy('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}
