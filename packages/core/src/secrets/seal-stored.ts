import type { Db, Trx } from '@chuma/db/client'
import {
  deleteOtherKeyIds,
  listEventsAfter,
  listPlainEvents,
  listUnsealed,
  listUnsealedPublicKeys,
  lockSealing,
  replaceEvents,
  replacePublicKey,
  replaceSecrets,
  SEALED_COLUMNS,
  type Unsealed,
} from '@chuma/db/queries/secrets'
import type { Deps } from '../deps.ts'
import { openPublicKey, sealPublicKey } from '../partners/seal-partner.ts'
import { openRequest, sealRequest } from '../partners/seal-request.ts'
import type { Secrets } from './create-secrets.ts'

const BATCH = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** `last`: the id of the last event that was looked at; undefined at the end. */
type Batch = { sealed: number; last: string | undefined }
type Sealing = Pick<Deps, 'db' | 'secrets'>

/**
 * Seal the secrets that are still plain, except for partners' requests. Idempotent, and safe in several processes at once; what
 * a killed process left, the next one seals.
 * @returns the number of sealed secrets
 */
export function sealPlainSecrets(deps: Sealing): Promise<number> {
  return sealAllColumns(deps, { only: 'plain' })
}

/** Seal one batch of partners' requests that are still plain. @returns whether there may be more */
export function sealPlainEvents(deps: Sealing): Promise<boolean> {
  return inTurn(deps.db, async (trx) => {
    const rows = await listPlainEvents(trx, BATCH)
    await sealEvents(trx, deps.secrets, rows)
    return rows.length === BATCH
  })
}

/**
 * Seal everything again that another key has sealed, in batches, while the product runs. After it, only the current key is
 * needed. Interrupted, it continues with what is left.
 * @returns the number of secrets sealed
 */
export async function rotateSecrets(deps: Sealing, onProgress: (done: number) => void): Promise<number> {
  const unsealed = { only: 'other keys', keyId: deps.secrets.keyId } as const
  let done = 0
  // Again until nothing is found: a process that does not have the new key yet may have sealed something meanwhile.
  for (let before = -1; done > before; ) {
    before = done
    done += await sealAllColumns(deps, unsealed)
    onProgress(done)
    for (let after: string | undefined = FIRST_ID; after; ) {
      const batch: Batch = await rotateEvents(deps, after)
      done += batch.sealed
      after = batch.last
      onProgress(done)
    }
  }
  await inTurn(deps.db, (trx) => deleteOtherKeyIds(trx, deps.secrets.keyId))
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

function inTurn<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    return work(trx)
  })
}

function sealColumn({ db, secrets }: Sealing, place: (typeof SEALED_COLUMNS)[number], unsealed: Unsealed) {
  const { table, column } = place
  return inTurn(db, async (trx) => {
    const rows = await listUnsealed(trx, place, { ...unsealed, limit: BATCH })
    const resealed = rows.map((row) => {
      const at = { table, column, id: row.id }
      return {
        ...row,
        sealed: secrets.seal(at, isPlain(row.value) ? row.value : secrets.open(at, row.value)),
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
      const publicKey = isPlain(value) ? value : openPublicKey(secrets, { partnerId, publicKey: value })
      await replacePublicKey(trx, row, sealPublicKey(secrets, partnerId, publicKey))
    }
    return rows.length
  })
}

function rotateEvents({ db, secrets }: Sealing, after: string): Promise<Batch> {
  return inTurn(db, async (trx) => {
    const rows = await listEventsAfter(trx, { after, limit: BATCH, keyId: secrets.keyId })
    const others = rows.filter(({ isCurrent }) => !isCurrent)
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

const isPlain = (value: string) => !value.startsWith('sealed:1:')
