import type { Trx } from '@chuma/db/client'
import type { AttemptRef } from '@chuma/db/queries/payouts/payout-attempts'
import type { Deps } from '../../deps.ts'
import { applyPayoutResult } from './apply-payout-result.ts'
import { lockNamed, lockPayout } from './lock-payout.ts'
import type { PayoutResult } from './payouts.ts'

/** Apply what the provider said in its answer to us, as if it had called back. */
export async function applyAnswer(
  trx: Trx,
  deps: Pick<Deps, 'payouts' | 'secrets' | 'reportFailure'>,
  { ref, result }: { ref: AttemptRef; result: PayoutResult },
): Promise<void> {
  const { withdrawal, attempt: last } = await lockPayout(trx, ref)
  const payout = { ref, withdrawal, attempt: await lockNamed(trx, ref, last), last }
  await applyPayoutResult(trx, payout, { result, isAnswer: true, payouts: deps.payouts, deps })
}
