import type { Trx } from '@chuma/db/client'
import {
  type DeliveryChange,
  type LockedDeliveries,
  lockPendingDeliveries,
  updateDeliveryStates,
} from '@chuma/db/queries/webhooks/delivery-states'
import { type Mover, takeStep } from '../state-machine.ts'
import { type DeliveryState, deliveryMachine } from './transitions.ts'

type Move = DeliveryChange & { to: DeliveryState; by: Mover }

/** Move deliveries that the caller has locked. @throws for a step that is not in the table */
export async function moveDeliveries(
  trx: Trx,
  { ids, state: from }: LockedDeliveries,
  { to, by, ...change }: Move,
): Promise<void> {
  await takeStep(deliveryMachine, { from, to, by }, () =>
    updateDeliveryStates(trx, ids, { ...change, from, to }),
  )
}

/**
 * Give up what is on its way to an endpoint that the caller has locked. What a worker has sent already may still turn out
 * to have arrived.
 */
export async function stopDeliveries(
  trx: Trx,
  endpointId: string,
  { by, lastError }: { by: Mover; lastError: string },
): Promise<void> {
  await moveDeliveries(trx, await lockPendingDeliveries(trx, endpointId), { to: 'failed', by, lastError })
}
