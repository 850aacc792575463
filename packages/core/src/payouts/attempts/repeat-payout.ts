import type { Trx } from '@chuma/db/client'
import { getTimeIn } from '@chuma/db/queries/payouts/get-time-in'
import { slowQueue } from '@chuma/db/queries/payouts/payout-queue'
import type { SpokenPayout } from '../../wallet/spoken-payout.ts'
import { moveWithdrawal } from '../move-payout.ts'
import { queuePayout } from '../queue/queue-payout.ts'
import type { Payouts } from './payouts.ts'

/** The waits after attempts that met too much traffic. After the last one a person decides. */
const BACK_OFF_MINUTES = [1, 5, 15, 60]
/** How long everyone's payments wait then: whatever is sent meanwhile only adds to the traffic. */
const SLOW_SECONDS = 10

/**
 * Send a payout again automatically, under a new id: only after its last attempt finally failed, and only because of
 * traffic. The wait leaves time for a callback that contradicts the failure.
 */
export async function repeatPayout(
  trx: Trx,
  payouts: Payouts,
  { ref: { attemptNo, ...ref }, withdrawal, last }: SpokenPayout,
): Promise<string> {
  if (last) await slowQueue(trx, last.provider, SLOW_SECONDS)
  const minutes = BACK_OFF_MINUTES[attemptNo - 1]
  if (minutes === undefined || last?.attemptNo !== attemptNo) {
    await moveWithdrawal(trx, { ref, withdrawal }, { to: 'needs_review', by: 'provider' })
    return 'failed'
  }
  const until = await getTimeIn(trx, minutes * 60)
  const wait = { reason: 'busy', until } as const
  const payout = { ref, withdrawal, attempt: last }
  await queuePayout(trx, payouts, { payout, by: 'provider', wait, isAutomatic: last.isAutomatic })
  return 'repeated'
}
