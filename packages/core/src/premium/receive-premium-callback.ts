import { createHash } from 'node:crypto'
import { insertJob } from '@chuma/db/queries/jobs'
import { findPaymentBy, insertPremiumCallback } from '@chuma/db/queries/premium/premium-payments'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/identify-caller.ts'
import type { Deps } from '../deps.ts'
import { hashPayoutToken } from '../wallet/providers.ts'

type Received = { token: string; body: Buffer; address: string | null }

/**
 * Store a provider's callback unchanged, with the job that processes it. Only the provider knows the token in the
 * address; the body is a reason to query the status, never a proof.
 * @throws AppError NOT_FOUND for an unknown token; then nothing is stored
 */
export async function receivePremiumCallback(deps: Deps, { token, body, address }: Received) {
  const tokenHash = hashPayoutToken(token)
  if (!(await findPaymentBy(deps.db, 'callback-token', tokenHash))) throw new AppError('NOT_FOUND')
  await deps.db.transaction().execute(async (trx) => {
    const bodyHash = createHash('sha256').update(body).digest()
    const callback = { tokenHash, body, bodyHash, address: toStorableAddress(address) }
    const stored = await insertPremiumCallback(trx, callback)
    if (stored) await insertJob(trx, 'process-premium-callback', stored)
  })
  return { ResultCode: 0, ResultDesc: 'Accepted' }
}
