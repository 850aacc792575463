import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { StoredDestination } from './destinations.ts'

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
