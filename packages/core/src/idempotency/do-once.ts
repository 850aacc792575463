import { createHash } from 'node:crypto'
import type { Db, Trx } from '@chuma/db/client'
import { bookCallKey, findCallKey, setMade } from '@chuma/db/queries/call-keys'
import { AppError } from '../app-error.ts'
import { checkKey } from './check-key.ts'

/** What a call takes beside its input. */
export type Once = { idempotencyKey?: string | undefined }

/** `caller`: whose key it is. A key of somebody else, or for another operation, is another key. */
type Keyed = { caller: string; operation: string; key: string | undefined; request: object }

/**
 * Makes something once for a caller's key, in the transaction of the effect: where that fails, the key is free again. Of
 * two that come together the second waits for the first. Answers the id of what was made, now or then.
 * @throws AppError KEY_REUSED when the key came with another request, INVALID_INPUT for a key that cannot be one
 */
export async function doOnce(trx: Trx, keyed: Keyed, make: () => Promise<string>): Promise<string> {
  const key = checkKey(keyed.key)
  if (key === undefined) return make()
  const { caller, operation } = keyed
  const requestHash = hash(keyed.request)
  if (!(await bookCallKey(trx, { caller, operation, key, requestHash }))) {
    const earlier = await findDone(trx, keyed)
    if (earlier === undefined) throw new Error(`the key of ${operation} vanished`)
    return earlier
  }
  const made = await make()
  await setMade(trx, { caller, operation, key }, made)
  return made
}

/**
 * What this key has made already.
 * @throws AppError KEY_REUSED, INVALID_INPUT
 */
export async function findDone(db: Db, keyed: Keyed): Promise<string | undefined> {
  const key = checkKey(keyed.key)
  if (key === undefined) return undefined
  const earlier = await findCallKey(db, { ...keyed, key })
  if (earlier && !earlier.requestHash.equals(hash(keyed.request))) throw new AppError('KEY_REUSED')
  return earlier?.made ?? undefined
}

const hash = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest()
