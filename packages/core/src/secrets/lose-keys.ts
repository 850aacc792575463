import type { Db } from '@chuma/db/client'
import { holdUnreadableWithdrawals } from '@chuma/db/queries/payouts/holds'
import {
  countSealed,
  insertKeyId,
  listKeyIds,
  listLostKeyIds,
  lockSealing,
  markKeysFound,
  markKeysLost,
  type SealedCount,
} from '@chuma/db/queries/secrets'
import { createSecrets } from './create-secrets.ts'
import type { KeySource } from './keep-keys.ts'

type Loss = {
  keyId: string
  /** The keys that are lost, those of earlier losses too. */
  lostKeyIds: readonly string[]
  counts: readonly SealedCount[]
  /** The unsent withdrawals whose account number nobody can read. */
  heldCount: number
}

/**
 * Mark every key as lost that sealed anything and is not given, and put on hold what cannot be paid without it. From now on the given
 * key seals. One transaction: killed, it has done nothing, and repeated, nothing more.
 *
 * No envelope changes, so that what a key sealed opens again if it is found and given to `openSecrets`. A process that still has the
 * key does not notice; the caller makes sure that there is none.
 */
export async function loseKeys(db: Db, { readKeys, createKey }: KeySource): Promise<Loss> {
  const { secrets, heldCount } = await db.transaction().execute(async (trx) => {
    await lockSealing(trx)
    const used = await listKeyIds(trx)
    const secrets = createSecrets(readKeys() ?? [createKey()], [...used, ...(await listLostKeyIds(trx))])
    await insertKeyId(trx, secrets.keyId)
    await markKeysLost(trx, secrets.lostKeyIds)
    await markKeysFound(trx, secrets.keyIds)
    return { secrets, heldCount: await holdUnreadableWithdrawals(trx, secrets.lostKeyIds) }
  })
  const { keyId, lostKeyIds } = secrets
  return { keyId, lostKeyIds, heldCount, counts: await countSealed(db, lostKeyIds) }
}
