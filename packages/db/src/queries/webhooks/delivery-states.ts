import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'

type DeliveryState = Selectable<Database['webhookDelivery']>['state']
/** Deliveries in one state, locked until the transaction ends. */
export type LockedDeliveries = { ids: string[]; state: DeliveryState }

/** Undefined when it was deleted. Serialises what is recorded about the delivery; lock its endpoint first. */
export function lockDelivery(trx: Trx, deliveryId: string) {
  return trx
    .selectFrom('webhookDelivery')
    .select(['state', 'attempts'])
    .where('deliveryId', '=', deliveryId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** All deliveries to an endpoint that are not settled. The caller has locked the endpoint. */
export async function lockPendingDeliveries(trx: Trx, endpointId: string): Promise<LockedDeliveries> {
  const rows = await trx
    .selectFrom('webhookDelivery')
    .select('deliveryId')
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .orderBy('deliveryId')
    .forNoKeyUpdate()
    .execute()
  return { state: 'pending', ids: rows.map(({ deliveryId }) => deliveryId) }
}

export type DeliveryChange = {
  lastStatus?: number | null
  /** The beginning of the response. */
  lastAnswer?: string | null
  lastError: string | null
}

/** Only `moveDeliveries` calls this. False when one of them is not in `from`: the caller rolls back. */
export async function updateDeliveryStates(
  trx: Trx,
  ids: string[],
  { from, to, ...change }: DeliveryChange & { from: DeliveryState; to: DeliveryState },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhookDelivery')
    .set({ ...change, state: movedTo(to), settledAt: sql<Date>`clock_timestamp()` })
    .where(sql<boolean>`delivery_id = any(${ids}::uuid[])`)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === BigInt(ids.length)
}

/** Record an attempt that failed and when the next one is due. Deliveries that failed together spread out. */
export function recordFailedAttempt(
  trx: Trx,
  deliveryId: string,
  { waitSeconds, ...change }: DeliveryChange & { waitSeconds: number },
) {
  const nextAttemptAt = sql<Date>`clock_timestamp() + make_interval(secs => ${waitSeconds} * (1 + random() / 5))`
  return trx
    .updateTable('webhookDelivery')
    .set({ ...change, nextAttemptAt })
    .where('deliveryId', '=', deliveryId)
    .execute()
}
