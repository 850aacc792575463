import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { listQueuedPayouts } from '@chuma/db/queries/payouts/payout-pauses'

/** Queue a job for every payout that a pause delayed. The caller holds the wallet's lock. */
export async function releasePayouts(trx: Trx, memberId: string): Promise<void> {
  for (const ref of await listQueuedPayouts(trx, memberId)) await insertJob(trx, 'send-payout', ref)
}
