import {
  listWebhookDeliveriesInput,
  replayedFailed,
  replayFailedBody,
  webhookDelivery,
  webhookIdInput,
} from '@chuma/contract/webhooks/webhooks'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { replayDelivery } from '@chuma/core/webhooks/replay-delivery'
import { replayFailed } from '@chuma/core/webhooks/replay-failed'
import { sendTest } from '@chuma/core/webhooks/send-test'
import { listWebhookDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const look = { permission: 'system:read' } as const
const change = { permission: 'system:manage' } as const
const params = webhookIdInput
const staffOf = ({ caller }: FastifyRequest) => requireStaff(caller, 'system:manage')

/** What webhooks were sent, and what is sent to them again. */
export const webhookDeliveriesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/admin/webhooks/:id/test',
    {
      config: { ...change, errors: ['NOT_FOUND', 'WEBHOOK_OFF'] },
      schema: {
        tags,
        summary: 'Send an event that tells of nothing',
        params,
        response: { 200: webhookDelivery },
      },
    },
    (request) => sendTest(deps, staffOf(request), request.params),
  )

  app.post(
    '/admin/webhooks/:id/replay',
    {
      config: { ...change, errors: ['NOT_FOUND', 'WEBHOOK_OFF'] },
      schema: {
        tags,
        summary: 'Send again what a webhook has missed',
        description: 'Up to 1,000, oldest first, of those that have not arrived since. 0: nothing is left.',
        params,
        body: replayFailedBody,
        response: { 200: replayedFailed },
      },
    },
    (request) => replayFailed(deps, staffOf(request), { ...request.body, ...request.params }),
  )

  app.get(
    '/admin/webhook-deliveries',
    {
      config: look,
      schema: {
        tags,
        summary: 'What was sent to webhooks and what became of it, newest first',
        querystring: listWebhookDeliveriesInput,
        response: { 200: z.array(webhookDelivery) },
      },
    },
    (request) => listWebhookDeliveries(deps.db, request.query),
  )

  app.post(
    '/admin/webhook-deliveries/:id/replay',
    {
      config: { ...change, errors: ['NOT_FOUND', 'WEBHOOK_OFF', 'WEBHOOK_WAITING'] },
      schema: {
        tags,
        summary: 'Send an event to a webhook once more',
        params,
        response: { 200: webhookDelivery },
      },
    },
    (request) => replayDelivery(deps, staffOf(request), request.params),
  )
}
