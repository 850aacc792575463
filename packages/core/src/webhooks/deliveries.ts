import { createHmac } from 'node:crypto'
import { WEBHOOK_ATTEMPTS } from '@chuma/contract/webhooks/webhooks'
import {
  type ClaimedDelivery,
  claimDeliveries,
  lockDelivery,
  recordFailedAttempt,
} from '@chuma/db/queries/webhooks/webhook-deliveries'
import { disableWebhook, noteArrival, noteFailing } from '@chuma/db/queries/webhooks/webhooks'
import type { Deps } from '../deps.ts'
import { isLostWith, maskSecret } from '../secrets/secrets.ts'
import { moveDeliveries, openSigningSecrets, readWebhookKey, stopDeliveries } from './endpoints.ts'
import type { WebhookAnswer } from './webhooks.ts'

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

const MINUTE = 60
const HOUR = 60 * MINUTE
/** The waits after the attempts: three and a quarter days in all, plus up to a fifth. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** An endpoint that accepts nothing for this long is switched off. */
const PATIENCE_HOURS = 72
/** A receiver's status for "never send anything again". */
const GONE = 410
const KEPT_CHARACTERS = 500

type Outcome = { lastStatus: number | null; lastAnswer: string | null; lastError: string | null }

/**
 * Send a claimed delivery, and record the result. After a crash the attempt counts and the delivery can be claimed
 * again, so a message can arrive twice, with one id, but is neither lost nor sent forever.
 */
export async function attemptDelivery(deps: Deps, claimed: ClaimedDelivery): Promise<void> {
  const { attempt, isActive, url, eventId: id, sentAt } = claimed
  const giveUp = (lastError: string) =>
    settleFailure(deps, claimed, { lastStatus: null, lastAnswer: null, lastError })
  if (!isActive) return giveUp('The webhook is switched off')
  // It is tried again like one that did not arrive, because staff can make a new secret.
  if (isLostWith(deps.secrets, claimed.secret)) return giveUp('The secret is lost: make a new one')
  if (attempt > WEBHOOK_ATTEMPTS) return giveUp('The worker stopped before an answer came')

  const body = writeMessage(claimed)
  const secrets = openSigningSecrets(deps.secrets, claimed)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Chuma-Webhooks/1',
    ...signWebhook({ id, sentAt, body, secrets }),
  }
  const outcome = read(await deps.webhooks.send({ url, headers, body }), secrets)
  await (outcome.lastError === null ? settleArrival : settleFailure)(deps, claimed, outcome)
}

function read(answer: WebhookAnswer, secrets: readonly string[]): Outcome {
  if (answer.status === null) {
    return { lastStatus: null, lastAnswer: null, lastError: answer.reason.slice(0, 200) }
  }
  const { status } = answer
  const text = secrets.reduce(
    (shown, secret) => maskSecret(shown, secret.replace(/^whsec_/, '')),
    answer.text,
  )
  const isTaken = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const lastError = `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}`
  return {
    lastStatus: status,
    // Replace what the database cannot store and what would be invisible.
    lastAnswer: text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, '\ufffd').slice(0, KEPT_CHARACTERS),
    lastError: isTaken ? null : lastError,
  }
}

/** Record an arrival, whichever attempt it was, even after the delivery was given up. */
async function settleArrival({ db }: Deps, { deliveryId, endpointId }: ClaimedDelivery, outcome: Outcome) {
  await db.transaction().execute(async (trx) => {
    await noteArrival(trx, endpointId)
    const delivery = await lockDelivery(trx, deliveryId)
    if (!delivery || delivery.state === 'delivered') return
    const { state } = delivery
    await moveDeliveries(trx, { ids: [deliveryId], state }, { ...outcome, to: 'delivered', by: 'worker' })
  })
}

/** Locks the endpoint before the delivery, like everything that changes an endpoint: another order could deadlock. */
async function settleFailure(
  { db }: Deps,
  { deliveryId, endpointId, attempt, isActive }: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> {
  const isGone = outcome.lastStatus === GONE
  const waitSeconds = isActive && !isGone && WAITS[attempt - 1]
  await db.transaction().execute(async (trx) => {
    const endpoint = isActive ? await noteFailing(trx, endpointId, PATIENCE_HOURS) : null
    const delivery = await lockDelivery(trx, deliveryId)
    // Otherwise another attempt has followed, or it is settled.
    if (delivery?.state === 'pending' && delivery.attempts === attempt) {
      const locked = { ids: [deliveryId], state: delivery.state }
      if (waitSeconds) await recordFailedAttempt(trx, deliveryId, { ...outcome, waitSeconds })
      else await moveDeliveries(trx, locked, { ...outcome, to: 'failed', by: 'worker' })
    }
    if (!endpoint?.isActive || !(endpoint.isGivenUp || isGone)) return
    const reason = isGone
      ? 'It answered that it is gone for good (HTTP 410)'
      : `Nothing arrived for ${PATIENCE_HOURS} hours. The last time: ${outcome.lastError}`
    await disableWebhook(trx, endpointId, reason)
    await stopDeliveries(trx, endpointId, { by: 'worker', lastError: 'The webhook was switched off' })
  })
}

type Message = { id: string; sentAt: number; body: string; secrets: readonly string[] }

/**
 * Sign a message by the Standard Webhooks specification 1.0: one signature per secret, separated by spaces, over the id,
 * the time in seconds and the exact body.
 */
export function signWebhook({ id, sentAt, body, secrets }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', readWebhookKey(secret)).update(`${id}.${sentAt}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * The version of `data`. A new field does not change it; a removed field, or one with a new meaning, does. The first `survey.completed` named
 * the account, version 2 the pseudonym, and version 3 nobody; events from before keep what they said.
 */
function versionOf({ type, data }: Pick<Event, 'type' | 'data'>): number {
  if (type !== 'survey.completed') return 1
  return 'completedOn' in data ? 3 : 'respondentId' in data ? 2 : 1
}

type Event = { type: string; occurredAt: Date; data: object }

/** Write the message for receivers: the same bytes for every attempt and replay. */
export function writeMessage({ type, occurredAt, data }: Event): string {
  return JSON.stringify({
    type,
    version: versionOf({ type, data }),
    timestamp: occurredAt.toISOString(),
    data,
  })
}
