import { createHash } from 'node:crypto'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertCallback } from '@chuma/db/queries/payout-callbacks'
import { findReference } from '@chuma/db/queries/payout-references'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { toStorableAddress } from '../to-storable-address.ts'
import { hashPayoutToken } from './create-payout-token.ts'

/** A job that has not come to it by then is taken for lost. */
const PATIENCE_SECONDS = 10

export type ReceivedCallback = {
  kind: 'result' | 'timeout' | 'query'
  token: string
  body: Buffer
  address: string | null
}

/**
 * Keeps what the provider says, word for word, with the job that will make sense of it; answers only once both are
 * committed, as the provider may never say it again. The call carries no signature: the token in its address, which
 * only the provider was told, is what opens the door.
 * @throws AppError NOT_FOUND for a token that names no attempt; nothing is stored then.
 */
export async function receivePayoutCallback(
  deps: Deps,
  { kind, token, body, address }: ReceivedCallback,
): Promise<{ ResultCode: 0; ResultDesc: 'Accepted' }> {
  const tokenHash = hashPayoutToken(token)
  if (!(await findReference(deps.db, `${kind}-token`, tokenHash))) throw new AppError('NOT_FOUND')
  await deps.db.transaction().execute(async (trx) => {
    const bodyHash = createHash('sha256').update(body).digest()
    const row = { kind, tokenHash, body, bodyHash, address: toStorableAddress(address) }
    const callback = await insertCallback(trx, row, PATIENCE_SECONDS)
    if (callback) await insertJob(trx, 'process-payout-callback', callback)
  })
  return { ResultCode: 0, ResultDesc: 'Accepted' }
}
