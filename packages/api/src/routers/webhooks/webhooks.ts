import {
  createWebhookInput,
  issuedWebhook,
  listWebhookDeliveriesInput,
  replayedFailed,
  replayFailedInput,
  updateWebhookInput,
  webhook,
  webhookDelivery,
  webhookIdInput,
} from '@chuma/contract/webhooks/webhooks'
import { createWebhook } from '@chuma/core/webhooks/create-webhook'
import { replayDelivery } from '@chuma/core/webhooks/replay-delivery'
import { replayFailed } from '@chuma/core/webhooks/replay-failed'
import { retireWebhook } from '@chuma/core/webhooks/retire-webhook'
import { rotateSecret } from '@chuma/core/webhooks/rotate-secret'
import { sendTest } from '@chuma/core/webhooks/send-test'
import { updateWebhook } from '@chuma/core/webhooks/update-webhook'
import { listWebhookDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { listWebhooks } from '@chuma/db/queries/webhooks/webhooks'
import * as z from 'zod'
import { router, staffProcedure } from '../../trpc.ts'

const look = staffProcedure('system:read')
const change = staffProcedure('system:manage')

export const webhooksRouter = router({
  listWebhooks: look
    .meta({ rest: { method: 'GET', path: '/admin/webhooks', summary: 'Webhooks, newest first' } })
    .output(z.array(webhook))
    .query(({ ctx }) => listWebhooks(ctx.deps.db)),

  createWebhook: change
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/webhooks',
        summary: 'Tell an address of events',
        description: 'The secret that signs is shown in this answer only.',
        status: 201,
      },
    })
    .input(createWebhookInput)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.staff, input)),

  updateWebhook: change
    .meta({
      rest: {
        method: 'PUT',
        path: '/admin/webhooks/:id',
        summary: 'Change a webhook, or switch it on or off',
        description: 'What happens while it is off is never sent.',
        errors: ['WEBHOOK_STATE'],
      },
    })
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.staff, input)),

  rotateSecret: change
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/webhooks/:id/rotate-secret',
        summary: 'Give a webhook a new secret',
        description: 'Shown in this answer only. For 24 hours the one before it signs as well.',
      },
    })
    .input(webhookIdInput)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => rotateSecret(ctx.deps, ctx.staff, input)),

  retireWebhook: change
    .meta({ rest: { method: 'DELETE', path: '/admin/webhooks/:id', summary: 'Retire a webhook for good' } })
    .input(webhookIdInput)
    .output(webhook)
    .mutation(({ ctx, input }) => retireWebhook(ctx.deps, ctx.staff, input)),

  sendTest: change
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/webhooks/:id/test',
        summary: 'Send an event that tells of nothing',
        errors: ['WEBHOOK_OFF'],
      },
    })
    .input(webhookIdInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ctx.staff, input)),

  replayFailed: change
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/webhooks/:id/replay',
        summary: 'Send again what a webhook has missed',
        description: 'Up to 1,000, oldest first, of those that have not arrived since. 0: nothing is left.',
        errors: ['WEBHOOK_OFF'],
      },
    })
    .input(replayFailedInput)
    .output(replayedFailed)
    .mutation(({ ctx, input }) => replayFailed(ctx.deps, ctx.staff, input)),

  listDeliveries: look
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/webhook-deliveries',
        summary: 'What was sent to webhooks and what became of it, newest first',
      },
    })
    .input(listWebhookDeliveriesInput)
    .output(z.array(webhookDelivery))
    .query(({ ctx, input }) => listWebhookDeliveries(ctx.deps.db, input)),

  replayDelivery: change
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/webhook-deliveries/:id/replay',
        summary: 'Send an event to a webhook once more',
        errors: ['WEBHOOK_OFF', 'WEBHOOK_WAITING'],
      },
    })
    .input(webhookIdInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.staff, input)),
})
