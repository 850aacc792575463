import { createHash } from 'node:crypto'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertPremiumCallback } from '@chuma/db/queries/premium/premium-callbacks'
import { findPaymentBy } from '@chuma/db/queries/premium/premium-references'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/to-storable-address.ts'
import type { Deps } from '../deps.ts'
import { hashPayoutToken } from '../payouts/attempts/create-payout-token.ts'

type Received = { token: string; body: Buffer; address: string | null }

/**
 * Keeps what the provider says about a prompt, word for word, with the job that looks into it. The token in the address,
 * which only the provider was told, opens the door; what the body says is a reason to ask, and never a proof.
 * @throws AppError NOT_FOUND for a token that names no payment; nothing is stored then.
 */
export async function receivePremiumCallback(
  deps: Deps,
  { token, body, address }: Received,
): Promise<{ ResultCode: 0; ResultDesc: 'Accepted' }> {
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
