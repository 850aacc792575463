import { setTimeout } from 'node:timers/promises'
import type { Trx } from '@chuma/db/client'
import { claimDestination, getPaidPlace, markProven } from '@chuma/db/queries/wallet/destinations'
import {
  type BacklogEntry,
  backdateDestination,
  listDestinationsAfter,
  replaceDestination,
  takeBacklogEntry,
} from '@chuma/db/queries/wallet/stored-destinations'
import { openAccount } from '../payouts/details/seal-account.ts'
import { nameDestination, placeOfDestination } from '../wallet/destinations/name-destination.ts'
import {
  type Destination,
  hashDestination,
  readDestination,
} from '../wallet/destinations/normalise-destination.ts'
import { isLostWith, type Secrets } from './create-secrets.ts'
import { BATCH, type Batch, inTurn, type Sealing, walk } from './seal-in-turn.ts'

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
export async function rotateDestinations(deps: Sealing, onSealed: (count: number) => void): Promise<void> {
  for (;;) {
    let isAnyLocked = false
    const onLocked = () => {
      isAnyLocked = true
    }
    await walk((after) => rotateBatch(deps, after, onLocked), onSealed)
    if (!isAnyLocked) return
    await setTimeout(LOCKED_PAUSE_MS)
  }
}

async function rotateBatch({ db, secrets }: Sealing, after: string, onLocked: () => void): Promise<Batch> {
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
