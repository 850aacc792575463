import { setTimeout } from 'node:timers/promises'
import type { Db, Trx } from '@chuma/db/client'
import {
  ACCOUNT_TABLES,
  type AccountTable,
  listAccountsAfter,
  listPlainAccounts,
  replaceAccounts,
  type StoredAccount,
} from '@chuma/db/queries/payouts/payouts'
import {
  deleteOtherKeyIds,
  listEventsAfter,
  listPayloadsOfOthers,
  listPlainEvents,
  listUnsealed,
  listUnsealedPublicKeys,
  lockSealing,
  replaceEvents,
  replacePayloadSecret,
  replacePublicKey,
  replaceSecrets,
  SEALED_COLUMNS,
  type Unsealed,
} from '@chuma/db/queries/secrets'
import {
  type BacklogEntry,
  backdateDestination,
  claimDestination,
  getPaidPlace,
  listDestinationsAfter,
  markProven,
  replaceDestination,
  takeBacklogEntry,
} from '@chuma/db/queries/wallet/destinations'
import {
  type Destination,
  hashDestination,
  placeOfDestination,
  readDestination,
} from '../account/destinations.ts'
import { placeOfPayload } from '../approvals/or-ask-another.ts'
import type { Deps } from '../deps.ts'
import { forgetOtherRequests, hashPlainRequests } from '../idempotency/do-once.ts'
import { openPublicKey, openRequest, sealPublicKey, sealRequest } from '../partners/events.ts'
import { openAccount, sealAccount } from '../payouts/details.ts'
import { nameDestination } from '../wallet/destinations/name-destination.ts'
import { isLostWith, isSealed, type Secrets } from './secrets.ts'

/**
 * Seal the secrets that are still plain, except for what `sealPlainRows` seals. Idempotent, and safe in several processes at
 * once; what a killed process left, the next one seals.
 * @returns the number of sealed secrets
 */
export function sealPlainSecrets(deps: Sealing): Promise<number> {
  return sealAllColumns(deps, { only: 'plain' })
}

/**
 * Seal one batch of each kind that can be too many for a start: partners' requests, bank account numbers, hashes of callers'
 * requests, and destinations. @returns whether there may be more
 */
export async function sealPlainRows(deps: Sealing): Promise<boolean> {
  const mayBeMore = [
    await sealPlainEvents(deps),
    await sealPlainAccounts(deps),
    await hashPlainRequests(deps),
    await movePlainDestinations(deps),
  ]
  return mayBeMore.includes(true)
}

function sealPlainEvents(deps: Sealing): Promise<boolean> {
  return inTurn(deps.db, async (trx) => {
    const rows = await listPlainEvents(trx, BATCH)
    await sealEvents(trx, deps.secrets, rows)
    return rows.length === BATCH
  })
}

/**
 * Seal everything again that another key has sealed, in batches, while the product runs. After it, only the current key is
 * needed. What a lost key sealed stays as it is. Interrupted, it continues with what is left.
 * @returns the number of secrets sealed
 */
export async function rotateSecrets(deps: Sealing, onProgress: (done: number) => void): Promise<number> {
  const { keyId, lostKeyIds } = deps.secrets
  const unsealed = { only: 'other keys', keyId, lostKeyIds } as const
  let done = 0
  // Again until nothing is found: a process that does not have the new key yet may have sealed something meanwhile.
  for (let before = -1; done > before; ) {
    before = done
    const onSealed = (count: number) => {
      done += count
      onProgress(done)
    }
    onSealed(await sealAllColumns(deps, unsealed))
    onSealed(await repeatUntilDone(() => rotatePayloads(deps)))
    await walk((after) => rotateEvents(deps, after), onSealed)
    await rotateAccounts(deps, onSealed)
    await rotateDestinations(deps, onSealed)
  }
  await forgetOtherRequests(deps)
  await inTurn(deps.db, (trx) => deleteOtherKeyIds(trx, keyId))
  return done
}

async function sealAllColumns(deps: Sealing, unsealed: Unsealed): Promise<number> {
  let done = await repeatUntilDone(() => sealPublicKeys(deps, unsealed))
  for (const place of SEALED_COLUMNS) done += await repeatUntilDone(() => sealColumn(deps, place, unsealed))
  return done
}

async function repeatUntilDone(seal: () => Promise<number>): Promise<number> {
  let done = 0
  for (;;) {
    const sealed = await seal()
    if (sealed === 0) return done
    done += sealed
  }
}

function sealColumn({ db, secrets }: Sealing, place: (typeof SEALED_COLUMNS)[number], unsealed: Unsealed) {
  const { table, column } = place
  return inTurn(db, async (trx) => {
    const rows = await listUnsealed(trx, place, { ...unsealed, limit: BATCH })
    const resealed = rows.map((row) => {
      const at = { table, column, id: row.id }
      return {
        ...row,
        sealed: secrets.seal(at, isSealed(row.value) ? secrets.open(at, row.value) : row.value),
      }
    })
    if (rows.length > 0) await replaceSecrets(trx, place, resealed)
    return rows.length
  })
}

function sealPublicKeys({ db, secrets }: Sealing, unsealed: Unsealed) {
  return inTurn(db, async (trx) => {
    const rows = await listUnsealedPublicKeys(trx, unsealed)
    for (const row of rows) {
      const { id: partnerId, value } = row
      const publicKey = isSealed(value) ? openPublicKey(secrets, { partnerId, publicKey: value }) : value
      await replacePublicKey(trx, row, sealPublicKey(secrets, partnerId, publicKey))
    }
    return rows.length
  })
}

function rotatePayloads({ db, secrets }: Sealing) {
  return inTurn(db, async (trx) => {
    const rows = await listPayloadsOfOthers(trx, { limit: BATCH, ...secrets })
    for (const row of rows) {
      const place = placeOfPayload(row.secretId)
      await replacePayloadSecret(trx, row, secrets.seal(place, secrets.open(place, row.value)))
    }
    return rows.length
  })
}

function rotateEvents({ db, secrets }: Sealing, after: string): Promise<Batch> {
  return inTurn(db, async (trx) => {
    const rows = await listEventsAfter(trx, { after, limit: BATCH, keyId: secrets.keyId })
    const others = rows.filter(({ isCurrent, sealed }) => !isCurrent && !isLostWith(secrets, sealed ?? ''))
    await sealEvents(trx, secrets, others)
    return { sealed: others.length, last: rows.at(-1)?.eventId }
  })
}

async function sealEvents(trx: Trx, secrets: Secrets, rows: Awaited<ReturnType<typeof listPlainEvents>>) {
  if (rows.length === 0) return
  await replaceEvents(
    trx,
    rows.map((row) => ({
      eventId: row.eventId,
      sealed: sealRequest(secrets, row.eventId, openRequest(secrets, row.eventId, row)),
    })),
  )
}

/** Seal one batch of bank account numbers that are still plain. @returns whether there may be more */
async function sealPlainAccounts({ db, secrets }: Sealing): Promise<boolean> {
  let mayBeMore = false
  for (const at of ACCOUNT_TABLES) {
    const rows = await inTurn(db, async (trx) => {
      const plain = await listPlainAccounts(trx, at, BATCH)
      await sealAccounts(trx, secrets, { at, rows: plain })
      return plain
    })
    mayBeMore ||= rows.length === BATCH
  }
  return mayBeMore
}

/** Seal every bank account number again that another key has sealed, and hash it with the current key. */
async function rotateAccounts(deps: Sealing, onSealed: (count: number) => void): Promise<void> {
  for (const at of ACCOUNT_TABLES) await walk((after) => rotateBatch(deps, at, after), onSealed)
}

function rotateBatch({ db, secrets }: Sealing, at: AccountTable, after: string): Promise<Batch> {
  return inTurn(db, async (trx) => {
    const rows = await listAccountsAfter(trx, at, { after, limit: BATCH, keyId: secrets.keyId })
    const others = rows.filter((row) => !row.isCurrent && !isLostWith(secrets, String(row.accountNumber)))
    await sealAccounts(trx, secrets, { at, rows: others })
    return { sealed: others.length, last: rows.at(-1)?.id }
  })
}

async function sealAccounts(
  trx: Trx,
  secrets: Secrets,
  { at, rows }: { at: AccountTable; rows: StoredAccount[] },
): Promise<void> {
  if (rows.length === 0) return
  const resealed = rows.map((row) => {
    const place = { table: at.table, id: row.id }
    const number = openAccount(secrets, place, row.accountNumber)
    const { accountNumber: sealed, accountNumberHash: hash } = sealAccount(secrets, place, number)
    return { ...row, sealed, hash }
  })
  await replaceAccounts(trx, at, resealed)
}

type Sealing = Pick<Deps, 'db' | 'secrets'>

/** The most rows that one transaction seals. */
const BATCH = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** `last`: the id of the last row that was looked at; undefined at the end. */
type Batch = { sealed: number; last: string | undefined }

/** Do one piece of sealing in a transaction of its own. Of all processes only one seals at a time. */
function inTurn<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    return work(trx)
  })
}

/** Go through a table by id, batch after batch. */
async function walk(
  seal: (after: string) => Promise<Batch>,
  onSealed: (count: number) => void,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after; ) {
    const batch: Batch = await seal(after)
    after = batch.last
    onSealed(batch.sealed)
  }
}

const LOCKED_PAUSE_MS = 100

/**
 * Move destinations of earlier versions to where they are found by their hash. A first payment there proves whose one is. One
 * transaction for each: a payment locks its destination before its owner, and two of them in another order would deadlock.
 * @returns whether there may be more
 */
export async function movePlainDestinations({ db, secrets }: Sealing): Promise<boolean> {
  for (let moved = 0; moved < BATCH; moved++) {
    const isMoved = await inTurn(db, async (trx) => {
      const entry = await takeBacklogEntry(trx)
      if (entry) await moveEntry(trx, secrets, entry)
      return entry !== undefined
    })
    if (!isMoved) return false
  }
  return true
}

async function moveEntry(trx: Trx, secrets: Secrets, entry: BacklogEntry): Promise<void> {
  const { memberId, namedAt, paidAt } = entry
  const destination = await readPlace(trx, secrets, entry)
  // Of a member who was erased since, or lost.
  if (!destination) return
  const { hashes } = await nameDestination(trx, { secrets }, { memberId, ...destination })
  const at = { memberId, hashes }
  await backdateDestination(trx, { ...at, namedAt, paidAt })
  if (paidAt && (await claimDestination(trx, at)) === memberId)
    await markProven(trx, { ...at, by: 'payment', at: paidAt })
}

async function readPlace(
  trx: Trx,
  secrets: Secrets,
  { memberId, withdrawalId, mpesaNumber }: BacklogEntry,
): Promise<Destination | null> {
  if (withdrawalId === null) return { method: 'mpesa', value: mpesaNumber ?? '' }
  const row = await getPaidPlace(trx, { memberId, withdrawalId })
  // Nobody can read it any more, so it counts as one that was never named.
  if (row.accountNumber && isLostWith(secrets, String(row.accountNumber))) return null
  const at = { table: 'withdrawal', id: withdrawalId } as const
  const accountNumber = row.accountNumber && openAccount(secrets, at, row.accountNumber)
  const isErased = [row.mpesaNumber, row.paypalEmail, accountNumber].includes('erased')
  return isErased ? null : readDestination({ ...row, accountNumber })
}

/**
 * Seal and hash every destination again that another key has sealed, with its owner and its claims. Those that a payment has
 * locked are tried again until it ends.
 */
async function rotateDestinations(deps: Sealing, onSealed: (count: number) => void): Promise<void> {
  for (;;) {
    let isAnyLocked = false
    const onLocked = () => {
      isAnyLocked = true
    }
    await walk((after) => rotatePlainBatch(deps, after, onLocked), onSealed)
    if (!isAnyLocked) return
    await setTimeout(LOCKED_PAUSE_MS)
  }
}

async function rotatePlainBatch(
  { db, secrets }: Sealing,
  after: string,
  onLocked: () => void,
): Promise<Batch> {
  const rows = await inTurn(db, (trx) =>
    listDestinationsAfter(trx, { after, limit: BATCH, keyId: secrets.keyId }),
  )
  let sealed = 0
  for (const row of rows.filter(({ isCurrent, value }) => !isCurrent && !isLostWith(secrets, value))) {
    const place = placeOfDestination(row.memberId)
    const value = secrets.open(place, row.value)
    const [hash] = hashDestination(secrets, { method: row.method, value })
    const resealed = { ...row, hash, sealed: secrets.seal(place, value) }
    if (await inTurn(db, (trx) => replaceDestination(trx, resealed))) sealed += 1
    else onLocked()
  }
  return { sealed, last: rows.at(-1)?.destinationId }
}
