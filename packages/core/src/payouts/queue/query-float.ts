import { insertFloatQuery } from '@chuma/db/queries/payouts/payout-float'
import type { Deps } from '../../deps.ts'
import { createPayoutToken } from '../attempts/create-payout-token.ts'
import { stopQueueFor } from './stop-queue.ts'

/** Job: query the balance of our account. No retry: the next run asks again. */
export async function queryFloat(deps: Deps): Promise<void> {
  const { provider, callbackUrl } = deps.payouts
  if (!provider?.queryBalance) return
  const { token, hash: tokenHash } = createPayoutToken()
  await deps.db.transaction().execute((trx) => insertFloatQuery(trx, { provider: provider.name, tokenHash }))
  const answerUrl = `${callbackUrl}/hooks/d/b/${token}`
  const query = { remarks: 'Balance', resultUrl: answerUrl, timeoutUrl: answerUrl }
  const outcome = await provider.queryBalance(query)
  if (outcome.outcome === 'not-sent' && outcome.stopQueue) {
    await deps.db.transaction().execute((trx) => stopQueueFor(trx, provider.name, outcome))
  }
}
