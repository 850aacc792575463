import { claimDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { Deps } from '../deps.ts'
import { attemptDelivery } from './attempt-delivery.ts'

const BATCH = 40
/** Of one endpoint. */
const AT_ONCE = 5
/** Longer than any call takes: who is silent for so long has died. */
const LEASE_SECONDS = 60

/**
 * Sends what is due, once; any number of processes may do so at the same time, and each delivery goes out by one of them.
 * @returns how many were taken: none, when nothing is due
 */
export async function sweepWebhooks(deps: Deps): Promise<number> {
  const claimed = await claimDeliveries(deps.db, {
    limit: BATCH,
    perEndpoint: AT_ONCE,
    leaseSeconds: LEASE_SECONDS,
  })
  await Promise.all(
    claimed.map((delivery) =>
      attemptDelivery(deps, delivery).catch((error) =>
        deps.reportFailure(error, `webhook delivery ${delivery.deliveryId}`),
      ),
    ),
  )
  return claimed.length
}
