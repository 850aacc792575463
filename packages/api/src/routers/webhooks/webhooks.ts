import * as webhooks from '@chuma/contract/webhooks/webhooks'
import * as endpoints from '@chuma/core/webhooks/endpoints'
import { listWebhookDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { listWebhooks } from '@chuma/db/queries/webhooks/webhooks'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { router, staffProcedure } from '../../trpc.ts'

const look = staffProcedure('system:read')
const change = staffProcedure('system:manage', 'critical')
const resend = staffProcedure('system:manage', 'routine')

export const webhooksRouter = router({
  listWebhooks: look
    .meta({ rest: route('GET /admin/webhooks', 'Webhooks, newest first') })
    .output(z.array(webhooks.webhook))
    .query(({ ctx }) => listWebhooks(ctx.deps.db)),

  createWebhook: change
    .meta({
      rest: route('POST /admin/webhooks', 'Create a webhook', {
        description: 'The signing secret is only in this answer.',
        status: 201,
      }),
    })
    .input(webhooks.createWebhookInput)
    .output(webhooks.issuedWebhook)
    .mutation(({ ctx, input }) => endpoints.createWebhook(ctx.deps, ctx.staff, input)),

  updateWebhook: change
    .meta({
      rest: route('PUT /admin/webhooks/:id', 'Change a webhook, or switch it on or off', {
        description: 'Events while it is off are never sent.',
        errors: ['WEBHOOK_STATE'],
      }),
    })
    .input(webhooks.updateWebhookInput)
    .output(webhooks.webhook)
    .mutation(({ ctx, input }) => endpoints.updateWebhook(ctx.deps, ctx.staff, input)),

  rotateSecret: change
    .meta({
      rest: route('POST /admin/webhooks/:id/rotate-secret', "Rotate a webhook's secret", {
        description: 'The new secret is only in this answer. For 24 hours the previous one signs too.',
      }),
    })
    .input(webhooks.webhookIdInput)
    .output(webhooks.issuedWebhook)
    .mutation(({ ctx, input }) => endpoints.rotateSecret(ctx.deps, ctx.staff, input)),

  retireWebhook: change
    .meta({ rest: route('DELETE /admin/webhooks/:id', 'Retire a webhook permanently') })
    .input(webhooks.webhookIdInput)
    .output(webhooks.webhook)
    .mutation(({ ctx, input }) => endpoints.retireWebhook(ctx.deps, ctx.staff, input)),

  sendTest: resend
    .meta({ rest: route('POST /admin/webhooks/:id/test', 'Send a test event', { errors: ['WEBHOOK_OFF'] }) })
    .input(webhooks.webhookIdInput)
    .output(webhooks.webhookDelivery)
    .mutation(({ ctx, input }) => endpoints.sendTest(ctx.deps, ctx.staff, input)),

  replayFailed: resend
    .meta({
      rest: route('POST /admin/webhooks/:id/replay', 'Replay what a webhook has missed', {
        description: 'Up to 1,000 events that have not arrived since, oldest first. 0: nothing is left.',
        errors: ['WEBHOOK_OFF'],
      }),
    })
    .input(webhooks.replayFailedInput)
    .output(webhooks.replayedFailed)
    .mutation(({ ctx, input }) => endpoints.replayFailed(ctx.deps, ctx.staff, input)),

  listDeliveries: look
    .meta({
      rest: route('GET /admin/webhook-deliveries', 'Webhook deliveries and their results, newest first'),
    })
    .input(webhooks.listWebhookDeliveriesInput)
    .output(z.array(webhooks.webhookDelivery))
    .query(({ ctx, input }) => listWebhookDeliveries(ctx.deps.db, input)),

  replayDelivery: resend
    .meta({
      rest: route('POST /admin/webhook-deliveries/:id/replay', 'Replay a delivery', {
        errors: ['WEBHOOK_OFF', 'WEBHOOK_WAITING'],
      }),
    })
    .input(webhooks.webhookIdInput)
    .output(webhooks.webhookDelivery)
    .mutation(({ ctx, input }) => endpoints.replayDelivery(ctx.deps, ctx.staff, input)),
})
