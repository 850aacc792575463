import { randomBytes, randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import {
  type CreateWebhookInput,
  REPLAYED_AT_ONCE,
  type ReplayFailedInput,
  type UpdateWebhookInput,
  WEBHOOK_ROTATION_HOURS,
  type WebhookDelivery,
  type webhook,
} from '@chuma/contract/webhooks/webhooks'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  type DeliveryChange,
  findDeliveryRef,
  getDelivery,
  insertReplay,
  insertTestDelivery,
  type LockedDeliveries,
  lockPendingDeliveries,
  replayFailedDeliveries,
  updateDeliveryStates,
} from '@chuma/db/queries/webhooks/webhook-deliveries'
import {
  findSecret,
  insertWebhook,
  listWantedEvents,
  lockWebhook,
  replaceSecret,
  retireWebhook as retireRow,
  updateWebhook as updateRow,
} from '@chuma/db/queries/webhooks/webhooks'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { recordCompanyChange } from '../approvals/company-changes.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { announceShared, type CacheOptions, createCached } from '../live/cached.ts'
import { isLostWith, type Place, type Secrets } from '../secrets/secrets.ts'
import { type Mover, type StateMachine, takeStep } from '../state-machine.ts'

/**
 * Create a webhook for future events. The secret is only in this answer.
 * @throws AppError INVALID_INPUT for an address that is never called
 */
export async function createWebhook(deps: Deps, staff: StaffActor, input: CreateWebhookInput) {
  const url = requireUrl(deps, input.url)
  const endpointId = randomUUID()
  const secret = createWebhookSecret()
  const sealed = deps.secrets.seal(placeOfWebhook(endpointId), secret)
  const webhook = await deps.db.transaction().execute(async (trx) => {
    const created = await insertWebhook(trx, {
      ...input,
      endpointId,
      url,
      secret: sealed,
      createdBy: staff.name,
    })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.created',
      subject: `webhook:${created.id}`,
      after: { name: created.name, url, events: created.events },
      address: staff.address,
    })
    return { ...created, secret }
  })
  await announceShared(deps, 'webhook')
  return webhook
}

/** Cache which events a webhook wants: where none does, what happens costs nothing more. */
export function createWantedEventsReader(db: Db, options?: CacheOptions): Deps['wantedEvents'] {
  return createCached(() => listWantedEvents(db), 'webhook', options)
}

/** Normalise an address for storage. @throws AppError INVALID_INPUT if it would never be called */
function requireUrl({ webhooks }: Deps, url: string): string {
  const refusal = webhooks.explainUrl(url)
  if (refusal !== null) throw invalidField('url', refusal)
  return new URL(url).href
}

export const placeOfWebhook = (id: string, column: 'secret' | 'former_secret' = 'secret'): Place => ({
  table: 'webhook_endpoint',
  column,
  id,
})

type Sealed = { endpointId: string; secret: string; formerSecret: string | null }

/** Open the secrets that sign now, newest first. A former one that is lost signs no more. @throws AppError SECRET_LOST */
export function openSigningSecrets(secrets: Secrets, { endpointId, secret, formerSecret }: Sealed): string[] {
  const current = secrets.open(placeOfWebhook(endpointId), secret)
  if (formerSecret === null || isLostWith(secrets, formerSecret)) return [current]
  return [current, secrets.open(placeOfWebhook(endpointId, 'former_secret'), formerSecret)]
}

const PREFIX = 'whsec_'
const BYTES = 32

/** Create a secret in the form of the Standard Webhooks specification, which receivers' libraries can parse. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64')
}

export function readWebhookKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}

type Webhook = Answer<typeof webhook>

const describe = ({ name, url, events, isActive }: Webhook) => ({ name, url, events, isActive })

/**
 * Change a webhook. While it is off, no event is sent to it, and what was on its way is given up; a replay sends that.
 * @throws AppError NOT_FOUND, INVALID_INPUT, WEBHOOK_STATE when it was changed, or given up, since this version was read
 */
export async function updateWebhook(
  deps: Deps,
  staff: StaffActor,
  { id, version, ...input }: UpdateWebhookInput,
): Promise<Webhook> {
  const url = requireUrl(deps, input.url)
  const webhook = await deps.db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockWebhook(trx, id), 'NOT_FOUND')
    if (before.version !== version) throw new AppError('WEBHOOK_STATE')
    const after = await updateRow(trx, id, { ...input, url, wasActive: before.isActive })
    const lastError = 'The webhook was switched off'
    if (!after.isActive) await stopDeliveries(trx, id, { by: 'staff', lastError })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.changed',
      subject: `webhook:${id}`,
      before: describe(before),
      after: describe(after),
      address: staff.address,
    })
    return after
  })
  await announceShared(deps, 'webhook')
  return webhook
}

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

type DeliveryState = WebhookDelivery['state']

/**
 * The trigger guard_webhook_delivery keeps `delivered` final as well. A replay is another delivery of the same event; the
 * index webhook_delivery_pending allows one on its way to an endpoint.
 */
export const deliveryMachine: StateMachine<DeliveryState> = {
  name: 'Webhook delivery',
  refusal: null,
  states: {
    pending: 'waits for its next attempt, or is being sent',
    delivered: 'accepted by the endpoint',
    failed: 'given up',
  },
  begins: [
    { to: 'pending', by: 'worker', when: 'an event is committed that the endpoint asked for' },
    { to: 'pending', by: 'staff', when: 'they send a test or a replay, and the event is not on its way' },
  ],
  moves: {
    worker: [
      { from: ['pending'], to: 'delivered', when: 'the endpoint accepts it' },
      {
        from: ['failed'],
        to: 'delivered',
        when: 'the endpoint had accepted it, and its sender was slow to say so',
      },
      {
        from: ['pending'],
        to: 'failed',
        when: 'its last attempt failed, or the endpoint is gone, off or given up',
      },
    ],
    staff: [{ from: ['pending'], to: 'failed', when: 'they switch the endpoint off or retire it' }],
  },
}

/**
 * Create a new secret, shown only in this answer. For a day messages carry a signature of both secrets, so that a
 * receiver can switch at any time; an even older secret ends immediately, and one that is lost signs nothing.
 * @throws AppError NOT_FOUND
 */
export async function rotateSecret({ db, secrets }: Deps, staff: StaffActor, { id }: { id: string }) {
  const secret = createWebhookSecret()
  return db.transaction().execute(async (trx) => {
    if (!(await lockWebhook(trx, id))) throw new AppError('NOT_FOUND')
    const current = await findSecret(trx, id)
    const former = isLostWith(secrets, current) ? null : secrets.open(placeOfWebhook(id), current)
    const endpoint = await replaceSecret(trx, id, {
      secret: secrets.seal(placeOfWebhook(id), secret),
      formerSecret: former === null ? null : secrets.seal(placeOfWebhook(id, 'former_secret'), former),
      hours: WEBHOOK_ROTATION_HOURS,
    })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.secret-rotated',
      subject: `webhook:${id}`,
      address: staff.address,
    })
    return { ...endpoint, secret }
  })
}

/**
 * Send an event to its endpoint again, with the same id, whether or not it arrived before.
 * @throws AppError NOT_FOUND, WEBHOOK_OFF, WEBHOOK_WAITING while it is pending
 */
export async function replayDelivery({ db }: Deps, staff: StaffActor, { id }: { id: string }) {
  const found = orRefuse(await findDeliveryRef(db, id), 'NOT_FOUND')
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, found.endpointId)
    const deliveryId = orRefuse(await insertReplay(trx, id), 'WEBHOOK_WAITING')
    await recordAct(trx, staff, {
      action: 'webhook.replayed',
      subject: `webhook:${found.endpointId}`,
      after: { eventId: found.eventId, replayOf: id },
    })
    return getDelivery(trx, deliveryId)
  })
}

/** @throws AppError NOT_FOUND, WEBHOOK_OFF */
async function lockActiveWebhook(trx: Trx, id: string): Promise<Answer<typeof webhook>> {
  const endpoint = orRefuse(await lockWebhook(trx, id), 'NOT_FOUND')
  if (!endpoint.isActive) throw new AppError('WEBHOOK_OFF')
  return endpoint
}

/**
 * Send what an endpoint has missed since a time, oldest first, up to a maximum. Skips what has arrived since or is
 * pending, so that another call continues where this one stopped.
 * @throws AppError NOT_FOUND, WEBHOOK_OFF
 */
export async function replayFailed({ db }: Deps, staff: StaffActor, { id, since }: ReplayFailedInput) {
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, id)
    const replayed = await replayFailedDeliveries(trx, {
      endpointId: id,
      since: new Date(since),
      limit: REPLAYED_AT_ONCE,
    })
    await recordAct(trx, staff, {
      action: 'webhook.failed-replayed',
      subject: `webhook:${id}`,
      after: { since, replayed },
    })
    return { replayed }
  })
}

/**
 * Retire a webhook permanently: pending deliveries are not sent either. Returns its last state. @throws AppError
 * NOT_FOUND
 */
export async function retireWebhook({ db }: Deps, staff: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const endpoint = orRefuse(await lockWebhook(trx, id), 'NOT_FOUND')
    await retireRow(trx, id)
    await stopDeliveries(trx, id, { by: 'staff', lastError: 'The webhook was retired' })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'webhook.retired',
      subject: `webhook:${id}`,
      before: { name: endpoint.name, url: endpoint.url },
      address: staff.address,
    })
    return endpoint
  })
}

/** Send a test event, signed and retried like any other. @throws AppError NOT_FOUND, WEBHOOK_OFF */
export async function sendTest({ db }: Deps, staff: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    await lockActiveWebhook(trx, id)
    const deliveryId = await insertTestDelivery(trx, id)
    await recordAct(trx, staff, { action: 'webhook.tested', subject: `webhook:${id}` })
    return getDelivery(trx, deliveryId)
  })
}
