import type { Trx } from '@chuma/db/client'
import {
  deleteOtherKeyIds,
  listEventsAfter,
  listPayloadsOfOthers,
  listPlainEvents,
  listUnsealed,
  listUnsealedPublicKeys,
  replaceEvents,
  replacePayloadSecret,
  replacePublicKey,
  replaceSecrets,
  SEALED_COLUMNS,
  type Unsealed,
} from '@chuma/db/queries/secrets'
import { placeOfPayload } from '../admin/approvals/seal-payload.ts'
import { forgetOtherRequests, hashPlainRequests } from '../idempotency/do-once.ts'
import { openPublicKey, sealPublicKey } from '../partners/seal-partner.ts'
import { openRequest, sealRequest } from '../partners/seal-request.ts'
import { isLostWith, isSealed, type Secrets } from './create-secrets.ts'
import { rotateAccounts, sealPlainAccounts } from './seal-accounts.ts'
import { movePlainDestinations, rotateDestinations } from './seal-destinations.ts'
import { BATCH, type Batch, inTurn, type Sealing, walk } from './seal-in-turn.ts'

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
