import { randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import type { ListWebhookDeliveriesInput, webhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { movedTo } from '../../state-columns.ts'
import { pageOf } from '../list-page.ts'
import { forgetInBatches, keptSince } from '../retention.ts'

type WebhookDelivery = Answer<typeof webhookDelivery>

export type ClaimedDelivery = {
  deliveryId: string
  /** The number of this attempt: 1 is the first. */
  attempt: number
  endpointId: string
  isActive: boolean
  url: string
  /** Sealed, like the former one, which is null unless it still signs. */
  secret: string
  formerSecret: string | null
  eventId: string
  type: string
  data: object
  occurredAt: Date
  /** By the database's clock, in seconds; the signature covers it. */
  sentAt: number
}

type Claim = { limit: number; perEndpoint: number; leaseSeconds: number }

/**
 * Lease due deliveries to one worker, oldest first and only a few of each endpoint, so that an endpoint that does not answer
 * delays no other. Each attempt is counted before it is made; a dead worker's deliveries are free when the lease ends.
 */
export async function claimDeliveries(db: Db, { limit, perEndpoint, leaseSeconds }: Claim) {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select d.delivery_id from webhook_endpoint e cross join lateral (
        select delivery_id from webhook_delivery
        where endpoint_id = e.endpoint_id and state = 'pending' and next_attempt_at <= now()
        order by next_attempt_at limit ${perEndpoint} for no key update skip locked
      ) d limit ${limit}
    ), claimed as (
      update webhook_delivery d
      set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from due where d.delivery_id = due.delivery_id
      returning d.delivery_id, d.attempts as attempt, d.endpoint_id, d.event_id
    )
    select c.delivery_id, c.attempt, c.endpoint_id, e.is_active, e.url,
      e.secret, case when e.former_secret_until > now() then e.former_secret end as former_secret,
      v.event_id, v.type, v.data, v.occurred_at, extract(epoch from now())::bigint as sent_at
    from claimed c join webhook_endpoint e using (endpoint_id) join webhook_event v using (event_id)
    order by v.occurred_at, c.delivery_id
  `.execute(db)
  return rows
}

/** Insert a test event for one endpoint. */
export async function insertTestDelivery(trx: Trx, endpointId: string): Promise<string> {
  const event = await trx
    .insertInto('webhookEvent')
    .values({
      type: 'webhook.test',
      sourceKey: `webhook.test:${randomUUID()}`,
      data: JSON.stringify({ endpointId }),
    })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  const { deliveryId } = await trx
    .insertInto('webhookDelivery')
    .values({ eventId: event.eventId, endpointId })
    .returning('deliveryId')
    .executeTakeFirstOrThrow()
  return deliveryId
}

/** Find the endpoint of a delivery; undefined when there is none. */
export function findDeliveryRef(db: Db, deliveryId: string) {
  return db
    .selectFrom('webhookDelivery')
    .select(['endpointId', 'eventId', 'state'])
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirst()
}

/** Send an event again under the same id. Undefined while it is pending for that endpoint. */
export async function insertReplay(trx: Trx, deliveryId: string): Promise<string | undefined> {
  const replay = await trx
    .insertInto('webhookDelivery')
    .columns(['eventId', 'endpointId', 'replayOf'])
    .expression((eb) =>
      eb
        .selectFrom('webhookDelivery')
        .select(['eventId', 'endpointId', 'deliveryId'])
        .where('deliveryId', '=', deliveryId)
        .where('state', '<>', 'pending'),
    )
    .onConflict((conflict) =>
      conflict.columns(['endpointId', 'eventId']).where('state', '=', 'pending').doNothing(),
    )
    .returning('deliveryId')
    .executeTakeFirst()
  return replay?.deliveryId
}

type Failed = { endpointId: string; since: Date; limit: number }

/** Replay, oldest first, what has not arrived since and is not pending. Returns the number. */
export async function replayFailedDeliveries(trx: Trx, { endpointId, since, limit }: Failed) {
  const { rows } = await sql<{ n: number }>`
    with failed as (
      select distinct on (d.event_id) d.event_id, d.delivery_id, d.created_at from webhook_delivery d
      where d.endpoint_id = ${endpointId} and d.state = 'failed' and d.created_at >= ${since}
        and not exists (
          select from webhook_delivery o
          where o.event_id = d.event_id and o.endpoint_id = d.endpoint_id and o.state <> 'failed'
        )
      order by d.event_id, d.created_at desc
    ), replayed as (
      insert into webhook_delivery (event_id, endpoint_id, replay_of)
      select event_id, ${endpointId}::uuid, delivery_id from failed order by created_at limit ${limit}
      on conflict (endpoint_id, event_id) where state = 'pending' do nothing
      returning 1
    )
    select count(*)::int as n from replayed
  `.execute(trx)
  return rows[0]?.n ?? 0
}

const delivery = (db: Db) =>
  db
    .selectFrom('webhookDelivery as d')
    .innerJoin('webhookEndpoint as e', 'e.endpointId', 'd.endpointId')
    .innerJoin('webhookEvent as v', 'v.eventId', 'd.eventId')
    .select([
      'd.deliveryId as id',
      'd.endpointId',
      'e.name as endpointName',
      'd.eventId',
      'v.type',
      'd.state',
      'd.attempts',
      'd.lastStatus',
      'd.lastAnswer',
      'd.lastError',
      'd.replayOf',
      'd.createdAt',
      sql<Date | null>`case when d.state = 'pending' then d.next_attempt_at end`.as('nextAttemptAt'),
      'd.settledAt',
    ])

export function getDelivery(db: Db, deliveryId: string): Promise<WebhookDelivery> {
  return delivery(db).where('d.deliveryId', '=', deliveryId).executeTakeFirstOrThrow()
}

/** List newest first; the next page starts after the last `id` of this one. */
export function listWebhookDeliveries(
  db: Db,
  { endpointId, state, after, limit }: ListWebhookDeliveriesInput,
): Promise<WebhookDelivery[]> {
  return delivery(db)
    .$if(endpointId !== undefined, (query) => query.where('d.endpointId', '=', endpointId ?? ''))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state ?? 'failed'))
    .$call(pageOf({ table: 'webhookDelivery', as: 'd', by: ['createdAt', 'deliveryId'], after, limit }))
    .execute()
}

/** Remove what is settled deliveries of this age, and events without any delivery left. */
export async function forgetWebhooks(db: Db): Promise<void> {
  await forgetInBatches((limit) =>
    db
      .deleteFrom('webhookDelivery')
      .where('deliveryId', 'in', (eb) =>
        eb
          .selectFrom('webhookDelivery')
          .select('deliveryId')
          .where('state', '<>', 'pending')
          .where('createdAt', '<', keptSince('webhook messages'))
          .orderBy('createdAt')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  await forgetInBatches((limit) =>
    db
      .deleteFrom('webhookEvent')
      .where('eventId', 'in', (eb) =>
        eb
          .selectFrom('webhookEvent as v')
          .select('v.eventId')
          .where('v.occurredAt', '<', keptSince('webhook messages'))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('webhookDelivery as d')
                  .select('d.eventId')
                  .whereRef('d.eventId', '=', 'v.eventId'),
              ),
            ),
          )
          .orderBy('v.occurredAt')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

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
