import { getTimeIn, insertFloatQuery } from '@chuma/db/queries/payouts/payout-queue'
import type { Deps } from '../../deps.ts'
import { eachAlone } from '../../each-alone.ts'
import { createPayoutToken } from '../../wallet/providers.ts'
import type { PayoutProvider } from '../attempts/payouts.ts'
import { keepBalance, stopQueueFor } from './queue.ts'

/** Job: query the balance of our account with every provider. No retry: the next run asks again. */
export async function queryFloat(deps: Deps): Promise<void> {
  await eachAlone(deps, deps.payouts.rails, {
    name: ({ name }) => `balance with ${name}`,
    work: (rail) => queryOne(deps, rail),
  })
}

async function queryOne(deps: Deps, provider: PayoutProvider): Promise<void> {
  const { callbackUrl } = deps.payouts
  if (!provider.queryBalance) return
  const askedAt = await getTimeIn(deps.db, 0)
  const { token, hash: tokenHash } = createPayoutToken()
  await deps.db.transaction().execute((trx) => insertFloatQuery(trx, { provider: provider.name, tokenHash }))
  const answerUrl = `${callbackUrl}/hooks/d/b/${token}`
  const query = { remarks: 'Balance', resultUrl: answerUrl, timeoutUrl: answerUrl }
  const outcome = await provider.queryBalance(query)
  if (outcome.outcome === 'answered') {
    const { minimumFloatKes } = await deps.economy()
    const { availableKes } = outcome
    const balance = { provider: provider.name, availableKes, askedAt }
    await deps.db.transaction().execute((trx) => keepBalance(trx, balance, minimumFloatKes))
  }
  if (outcome.outcome === 'not-sent' && outcome.stopQueue) {
    await deps.db.transaction().execute((trx) => stopQueueFor(trx, provider.name, outcome))
  }
}
