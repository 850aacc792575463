import type { Db } from '@chuma/db/client'
import {
  insertKeyId,
  listKeyIds,
  listLostKeyIds,
  lockSealing,
  markKeysFound,
} from '@chuma/db/queries/secrets'
import { createSecrets, type Secrets } from './create-secrets.ts'

/** The keys of this process do not open what is stored. The message is one line for the operator. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError'
}

type Keys = readonly [Buffer, ...Buffer[]]
/** Where a process finds its keys. */
export type KeySource = {
  /** Undefined when there are none. One process at a time calls it. */
  readKeys: () => Keys | undefined
  /** Makes a key and stores it. Called only for a database that no key has sealed. */
  createKey: () => Buffer
}

/**
 * Open the secrets of a database, and note there with which key new ones are sealed. Nothing is written unless every key that
 * sealed anything is given, or marked as lost: with a wrong key nothing is lost. A lost key that is given was found.
 * @throws MissingKeyError naming the ids of the missing keys
 */
export function openSecrets(db: Db, { readKeys, createKey }: KeySource): Promise<Secrets> {
  return db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    const used = await listKeyIds(trx)
    const lost = await listLostKeyIds(trx)
    const keys = readKeys()
    if (!keys && used.length > 0) {
      throw new MissingKeyError(
        `the database’s secrets are sealed with the key ${used.join(', ')}, and no key was given. Set SECRETS_KEY to it. ${IF_LOST}. Nothing was changed`,
      )
    }
    const secrets = createSecrets(keys ?? [createKey()], lost)
    requireKeys(secrets, used)
    await insertKeyId(trx, secrets.keyId)
    const found = lost.filter((id) => secrets.keyIds.includes(id))
    if (found.length > 0) await markKeysFound(trx, found)
    return secrets
  })
}

const IF_LOST = 'If no copy of it is left: npm run rotate-secrets -- --lost'

/** @throws MissingKeyError naming the ids of the missing keys */
export function requireKeys({ keyIds }: Pick<Secrets, 'keyIds'>, used: readonly string[]): void {
  const missing = used.filter((id) => !keyIds.includes(id))
  if (missing.length === 0) return
  throw new MissingKeyError(
    `the database has secrets sealed with the key ${missing.join(', ')}, but this process has ${keyIds.join(', ')}. Add the missing key to SECRETS_KEYS_OLD, or set SECRETS_KEY to it. ${IF_LOST}. Nothing was changed`,
  )
}
