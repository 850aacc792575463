import { WEBHOOK_ATTEMPTS } from '@chuma/contract/webhooks/webhooks'
import {
  type ClaimedDelivery,
  markDelivered,
  markFailed,
} from '@chuma/db/queries/webhooks/webhook-deliveries'
import { disableWebhook, noteArrival, noteFailing, stopDeliveries } from '@chuma/db/queries/webhooks/webhooks'
import type { Deps } from '../deps.ts'
import { maskSecret } from '../partners/mask-secret.ts'
import { signWebhook } from './sign-webhook.ts'
import type { WebhookAnswer } from './webhooks.ts'
import { writeMessage } from './write-message.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
/** After the first attempt, the second and so on: three days and a quarter in all, and up to a fifth more. */
const WAITS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** An endpoint that took nothing for so long is switched off. */
const PATIENCE_HOURS = 72
/** By this a receiver says that it will never want anything again. */
const GONE = 410
const KEPT_CHARACTERS = 500

type Outcome = { status: number | null; text: string | null; lastError: string | null }

/**
 * Sends what was claimed, and writes down how it went. A worker that dies in between leaves the attempt counted and the
 * delivery to whoever claims it next, so a message can arrive twice, under one id, but neither is lost nor is sent for ever.
 */
export async function attemptDelivery(deps: Deps, claimed: ClaimedDelivery): Promise<void> {
  const { attempt, isActive, url, secrets, eventId: id, sentAt } = claimed
  const giveUp = (lastError: string) => settleFailure(deps, claimed, { status: null, text: null, lastError })
  if (!isActive) return giveUp('The webhook is switched off')
  if (attempt > WEBHOOK_ATTEMPTS) return giveUp('The worker stopped before an answer came')

  const body = writeMessage(claimed)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Chuma-Webhooks/1',
    ...signWebhook({ id, sentAt, body, secrets }),
  }
  const outcome = read(await deps.webhooks.send({ url, headers, body }), secrets)
  if (outcome.lastError !== null) return settleFailure(deps, claimed, outcome)
  await markDelivered(deps.db, claimed.deliveryId, outcome)
  await noteArrival(deps.db, claimed.endpointId)
}

function read(answer: WebhookAnswer, secrets: readonly string[]): Outcome {
  if (answer.status === null) return { status: null, text: null, lastError: answer.reason.slice(0, 200) }
  const { status } = answer
  const text = secrets.reduce(
    (shown, secret) => maskSecret(shown, secret.replace(/^whsec_/, '')),
    answer.text,
  )
  const isTaken = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const lastError = `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}`
  return {
    status,
    // What the database cannot hold, and what would not be seen.
    text: text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, '\ufffd').slice(0, KEPT_CHARACTERS),
    lastError: isTaken ? null : lastError,
  }
}

/** Endpoint first and delivery second, as whoever changes an endpoint does: in the other order two could wait for each other. */
async function settleFailure(
  { db }: Deps,
  { deliveryId, endpointId, attempt, isActive }: ClaimedDelivery,
  { status, text, lastError }: Outcome,
): Promise<void> {
  const failure = lastError ?? ''
  const waitSeconds = (isActive && status !== GONE && WAITS[attempt - 1]) || null
  await db.transaction().execute(async (trx) => {
    const endpoint = isActive ? await noteFailing(trx, endpointId, PATIENCE_HOURS) : null
    await markFailed(trx, deliveryId, { attempt, status, text, lastError: failure, waitSeconds })
    if (!endpoint?.isActive || !(endpoint.isGivenUp || status === GONE)) return
    const reason =
      status === GONE
        ? 'It answered that it is gone for good (HTTP 410)'
        : `Nothing arrived for ${PATIENCE_HOURS} hours. The last time: ${failure}`
    await disableWebhook(trx, endpointId, reason)
    await stopDeliveries(trx, endpointId, 'The webhook was switched off')
  })
}
