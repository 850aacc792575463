import { claimDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { Deps } from '../deps.ts'
import { attemptDelivery } from './attempt-delivery.ts'

const BATCH = 40
/** Concurrent deliveries to one endpoint. */
const AT_ONCE = 5
/** Longer than any call takes: a worker without an answer by then has died. */
const LEASE_SECONDS = 60

/**
 * Send all due deliveries, each once, even with concurrent processes.
 * @returns the number of claimed deliveries
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
