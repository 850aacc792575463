import { randomUUID } from 'node:crypto'
import type { WEBHOOK_EVENTS } from '@chuma/contract/webhooks/webhooks'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { createWebhook, sendTest } from './endpoints.ts'
import type { WebhookAnswer, WebhookCall, Webhooks } from './webhooks.ts'

export const owner: StaffActor = { name: 'staff:wanjiru', address: null }

export const newWebhook = (events: (typeof WEBHOOK_EVENTS)[number][] = ['survey.completed']) => ({
  name: 'Accounts',
  url: `https://hooks.example/${randomUUID()}`,
  events,
})

export const givenWebhook = (deps: Deps, events?: (typeof WEBHOOK_EVENTS)[number][]) =>
  createWebhook(deps, owner, newWebhook(events))

/** An endpoint with one due message. */
export async function givenDue(deps: Deps) {
  const endpoint = await givenWebhook(deps)
  await sendTest(deps, owner, { id: endpoint.id })
  return endpoint
}

export const HTTP_500 = { status: 500, text: 'Sorry' }

/** Receivers that answer as the test says, or 204; by address, so that other tests' messages do not interfere. */
export function createReceivers() {
  const calls: WebhookCall[] = []
  const answers = new Map<string, () => WebhookAnswer | Promise<WebhookAnswer>>()
  const webhooks: Webhooks = {
    explainUrl: () => null,
    send: async (call) => {
      calls.push(call)
      return (await answers.get(call.url)?.()) ?? { status: 204, text: '' }
    },
  }
  return {
    webhooks,
    answer: (url: string, answer: () => WebhookAnswer | Promise<WebhookAnswer>) => answers.set(url, answer),
    callsOf: (url: string) => calls.filter((call) => call.url === url),
  }
}

/** Make an endpoint's waiting deliveries due. */
export async function letTimePass(db: Db, endpointId: string): Promise<void> {
  await sql`
    update webhook_delivery set next_attempt_at = now() where endpoint_id = ${endpointId} and state = 'pending'
  `.execute(db)
}

export const listOf = (db: Db, endpointId: string) =>
  db
    .selectFrom('webhookDelivery')
    .select([
      'deliveryId as id',
      'eventId',
      'state',
      'attempts',
      'lastStatus',
      'lastAnswer',
      'lastError',
      'replayOf',
      'nextAttemptAt',
      'settledAt',
    ])
    .where('endpointId', '=', endpointId)
    .orderBy('createdAt')
    .orderBy('deliveryId')
    .execute()
