import type { Trx } from '@chuma/db/client'
import { ALL_RAILS, lockQueue } from '@chuma/db/queries/payouts/payout-queue'

/**
 * Lock what the limits of a day are counted under, and the provider's own queue. The limits are the company's, not a provider's: under
 * the queue alone, two providers would each send the last payment of the day.
 */
export async function lockRails(trx: Trx, provider: string) {
  await lockQueue(trx, ALL_RAILS)
  return lockQueue(trx, provider)
}
