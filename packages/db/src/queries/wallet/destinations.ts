import type { DestinationProof } from '@chuma/contract/wallet/destination-codes'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'

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
export async function getDestinationFacts(db: Db | Trx, { memberId, hashes }: Wanted) {
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

type NewDestination = Pick<
  Insertable<Database['payoutDestination']>,
  'memberId' | 'destinationHash' | 'method' | 'value'
>

type Locked = { isPaid: boolean; isProven: boolean }

/** Lock a destination of this member. Everyone locks it before its owner. Undefined if they never named it. */
export async function lockDestination(trx: Trx, { memberId, hashes }: Wanted): Promise<Locked | undefined> {
  const rows = await trx
    .selectFrom('payoutDestination')
    .select(['paidAt', 'provenAt'])
    .where('memberId', '=', memberId)
    .where('destinationHash', 'in', hashes)
    .orderBy('destinationId')
    .forNoKeyUpdate()
    .execute()
  if (rows.length === 0) return undefined
  return {
    isPaid: rows.every(({ paidAt }) => paidAt !== null),
    isProven: rows.every(({ provenAt }) => provenAt !== null),
  }
}

/** False if a concurrent request was faster. */
export async function insertDestination(trx: Trx, row: NewDestination): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payoutDestination')
    .values(row)
    .onConflict((conflict) => conflict.columns(['memberId', 'destinationHash']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Claim = { memberId: string; destinationHash: Buffer }

export async function insertClaim(trx: Trx, claim: Claim): Promise<void> {
  await trx
    .insertInto('destinationClaimant')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Give the destination to this member, unless it has an owner, and return the owner. Of two members at the same moment the
 * second waits for the first to commit. An owner found under an older key counts.
 */
export async function claimDestination(trx: Trx, { memberId, hashes }: Wanted): Promise<string> {
  const owner = await findDestinationOwner(trx, hashes)
  if (owner !== null) return owner
  const [destinationHash] = hashes
  if (!destinationHash) throw new Error('a destination has a hash')
  const claimed = await trx
    .insertInto('destinationOwner')
    .values({ destinationHash, memberId })
    .onConflict((conflict) => conflict.column('destinationHash').doNothing())
    .returning('memberId')
    .executeTakeFirst()
  if (claimed) return claimed.memberId
  const faster = await findDestinationOwner(trx, hashes)
  if (faster === null) throw new Error('the owner of a destination vanished while it was claimed')
  return faster
}

const ownRow = (trx: Trx, { memberId, hashes }: Wanted) =>
  trx.updateTable('payoutDestination').where('memberId', '=', memberId).where('destinationHash', 'in', hashes)

const now = sql<Date>`statement_timestamp()`

/** The first proof stays. */
export async function markProven(
  trx: Trx,
  { by, at = now, ...wanted }: Wanted & { by: DestinationProof; at?: Date | RawBuilder<Date> },
): Promise<void> {
  await ownRow(trx, wanted)
    .set({ provenAt: at, provenBy: by, disputedAt: null, disputedBy: null })
    .where('provenAt', 'is', null)
    .execute()
}

export async function markPaidThere(trx: Trx, wanted: Wanted): Promise<void> {
  await ownRow(trx, wanted).set({ paidAt: now }).where('paidAt', 'is', null).execute()
}

/** False if the same proof was recorded before. */
export async function markDisputed(trx: Trx, { by, ...wanted }: Wanted & { by: DestinationProof }) {
  const { numUpdatedRows } = await ownRow(trx, wanted)
    .set({ disputedAt: now, disputedBy: by })
    .where('disputedBy', 'is distinct from', by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const stored = [
  'destinationId',
  'memberId',
  'destinationHash',
  'method',
  'value',
  'namedAt',
  'provenAt',
  'provenBy',
  'paidAt',
  'disputedAt',
  'disputedBy',
] as const

export type StoredDestination = Pick<
  Selectable<Database['payoutDestination']>,
  'memberId' | 'destinationHash' | 'method' | 'value'
>

/** List every destination that a member named, the latest first. */
export function listDestinations(db: Db | Trx, memberId: string) {
  return db
    .selectFrom('payoutDestination')
    .select(stored)
    .where('memberId', '=', memberId)
    .orderBy('namedAt', 'desc')
    .orderBy('destinationHash')
    .execute()
}

/** Read where a withdrawal was paid. */
export function getPaidPlace(
  trx: Trx,
  { memberId, withdrawalId }: { memberId: string; withdrawalId: string },
) {
  return trx
    .selectFrom('withdrawal')
    .select(['withdrawalId as id', 'method', 'mpesaNumber', 'bankName', 'accountNumber', 'paypalEmail'])
    .where('memberId', '=', memberId)
    .where('withdrawalId', '=', withdrawalId)
    .executeTakeFirstOrThrow()
}

export async function getMemberName(trx: Trx, memberId: string): Promise<string> {
  const { firstName, lastName } = await trx
    .selectFrom('member')
    .select(['firstName', 'lastName'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return `${firstName} ${lastName}`
}

/** False if it is not this member's. */
export async function deleteOwner(trx: Trx, { memberId, hashes }: Wanted): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('destinationOwner')
    .where('destinationHash', 'in', hashes)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function markUnproven(trx: Trx, wanted: Wanted): Promise<void> {
  await ownRow(trx, wanted).set({ provenAt: null, provenBy: null }).execute()
}

export async function listNames(db: Db, memberIds: readonly string[]): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select(['memberId', 'firstName', 'lastName'])
    .where('memberId', 'in', memberIds)
    .execute()
  return new Map(rows.map(({ memberId, firstName, lastName }) => [memberId, `${firstName} ${lastName}`]))
}

export type BacklogEntry = {
  memberId: string
  entryId: string
  withdrawalId: string | null
  mpesaNumber: string | null
  namedAt: Date
  paidAt: Date | null
}

/** Take the next destination that no key has hashed: those paid first come first. */
export async function takeBacklogEntry(trx: Trx): Promise<BacklogEntry | undefined> {
  const entry = await trx
    .selectFrom('destinationBacklog')
    .selectAll()
    .orderBy('paidAt')
    .orderBy('memberId')
    .orderBy('entryId')
    .limit(1)
    .executeTakeFirst()
  if (!entry) return undefined
  await trx
    .deleteFrom('destinationBacklog')
    .where('memberId', '=', entry.memberId)
    .where('entryId', '=', entry.entryId)
    .execute()
  return entry
}

type Own = { memberId: string; hashes: readonly Buffer[] }

/** Give a destination the dates of its history. Earlier dates stay. */
export async function backdateDestination(
  trx: Trx,
  { memberId, hashes, namedAt, paidAt }: Own & { namedAt: Date; paidAt: Date | null },
): Promise<void> {
  await trx
    .updateTable('payoutDestination')
    .set({
      namedAt: sql<Date>`least(named_at, ${namedAt}::timestamptz)`,
      paidAt: sql<Date | null>`least(paid_at, ${paidAt}::timestamptz)`,
    })
    .where('memberId', '=', memberId)
    .where('destinationHash', 'in', hashes)
    .execute()
}

export type DestinationRow = StoredDestination & { destinationId: string; isCurrent: boolean }

/** List the next destinations by id. `isCurrent`: this key has sealed it. */
export function listDestinationsAfter(
  trx: Trx,
  { after, limit, keyId }: { after: string; limit: number; keyId: string },
): Promise<DestinationRow[]> {
  return trx
    .selectFrom('payoutDestination')
    .select(['destinationId', 'memberId', 'destinationHash', 'method', 'value'])
    .select(sql<boolean>`value like ${`sealed:1:${keyId}:%`}`.as('isCurrent'))
    .where('destinationId', '>', after)
    .orderBy('destinationId')
    .limit(limit)
    .execute()
}

type Resealed = DestinationRow & { hash: Buffer; sealed: string }

/**
 * Give a destination, its owner and its claim the hash and the envelope of another key. False, without a change, for one that
 * someone else has locked: they lock it before its owner too. If a process without the new key named or proved it meanwhile,
 * the two rows become one, and the owner under the new key stays.
 */
export async function replaceDestination(trx: Trx, row: Resealed): Promise<boolean> {
  const { memberId, destinationHash, hash, sealed } = row
  const locked = await trx
    .selectFrom('payoutDestination')
    .select(['namedAt', 'paidAt'])
    .where('memberId', '=', memberId)
    .where('destinationHash', '=', destinationHash)
    .where('value', '=', row.value)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!locked) return false
  const old = { memberId, hashes: [destinationHash] }
  if (hash.equals(destinationHash)) {
    await ownRows(trx, old).set({ value: sealed }).execute()
    return true
  }
  await moveOwner(trx, { destinationHash, hash })
  await trx
    .insertInto('destinationClaimant')
    .values({ memberId, destinationHash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .deleteFrom('destinationClaimant')
    .where('destinationHash', '=', destinationHash)
    .where('memberId', '=', memberId)
    .execute()
  if (await hasRow(trx, memberId, hash)) {
    await trx
      .deleteFrom('payoutDestination')
      .where('memberId', '=', memberId)
      .where('destinationHash', '=', destinationHash)
      .execute()
    await backdateDestination(trx, { memberId, hashes: [hash], ...locked })
    return true
  }
  await ownRows(trx, old).set({ value: sealed, destinationHash: hash }).execute()
  return true
}

const ownRows = (trx: Trx, { memberId, hashes }: Own) =>
  trx.updateTable('payoutDestination').where('memberId', '=', memberId).where('destinationHash', 'in', hashes)

async function hasRow(trx: Trx, memberId: string, hash: Buffer): Promise<boolean> {
  const row = await trx
    .selectFrom('payoutDestination')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('destinationHash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** A hash is where a row is placed, so it is not updated: the row is written again. */
async function moveOwner(trx: Trx, { destinationHash, hash }: Pick<Resealed, 'destinationHash' | 'hash'>) {
  const owner = await trx
    .deleteFrom('destinationOwner')
    .where('destinationHash', '=', destinationHash)
    .returning('memberId')
    .executeTakeFirst()
  if (!owner) return
  await trx
    .insertInto('destinationOwner')
    .values({ destinationHash: hash, memberId: owner.memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
