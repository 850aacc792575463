import {
  createWebhookInput,
  issuedWebhook,
  updateWebhookBody,
  webhook,
  webhookIdInput,
} from '@chuma/contract/webhooks/webhooks'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { createWebhook } from '@chuma/core/webhooks/create-webhook'
import { retireWebhook } from '@chuma/core/webhooks/retire-webhook'
import { rotateSecret } from '@chuma/core/webhooks/rotate-secret'
import { updateWebhook } from '@chuma/core/webhooks/update-webhook'
import { listWebhooks } from '@chuma/db/queries/webhooks/webhooks'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const look = { permission: 'system:read' } as const
const change = { permission: 'system:manage' } as const
const params = webhookIdInput
const staffOf = ({ caller }: FastifyRequest) => requireStaff(caller, 'system:manage')

/** Addresses of the operator's other programs that are told of what happens here. */
export const webhooksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/webhooks',
    {
      config: look,
      schema: { tags, summary: 'Webhooks, newest first', response: { 200: z.array(webhook) } },
    },
    () => listWebhooks(deps.db),
  )

  app.post(
    '/admin/webhooks',
    {
      config: change,
      schema: {
        tags,
        summary: 'Tell an address of events',
        description: 'The secret that signs is shown in this answer only.',
        body: createWebhookInput,
        response: { 201: issuedWebhook },
      },
    },
    async (request, reply) => reply.code(201).send(await createWebhook(deps, staffOf(request), request.body)),
  )

  app.put(
    '/admin/webhooks/:id',
    {
      config: { ...change, errors: ['NOT_FOUND', 'WEBHOOK_STATE'] },
      schema: {
        tags,
        summary: 'Change a webhook, or switch it on or off',
        description: 'What happens while it is off is never sent.',
        params,
        body: updateWebhookBody,
        response: { 200: webhook },
      },
    },
    (request) => updateWebhook(deps, staffOf(request), { ...request.body, ...request.params }),
  )

  app.delete(
    '/admin/webhooks/:id',
    {
      config: { ...change, errors: ['NOT_FOUND'] },
      schema: { tags, summary: 'Retire a webhook for good', params, response: { 200: webhook } },
    },
    (request) => retireWebhook(deps, staffOf(request), request.params),
  )

  app.post(
    '/admin/webhooks/:id/rotate-secret',
    {
      config: { ...change, errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Give a webhook a new secret',
        description: 'Shown in this answer only. For 24 hours the one before it signs as well.',
        params,
        response: { 200: issuedWebhook },
      },
    },
    (request) => rotateSecret(deps, staffOf(request), request.params),
  )
}
