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
  listWebhooks: look.output(z.array(webhook)).query(({ ctx }) => listWebhooks(ctx.deps.db)),

  createWebhook: change
    .input(createWebhookInput)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.staff, input)),

  updateWebhook: change
    .input(updateWebhookInput)
    .output(webhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.staff, input)),

  rotateSecret: change
    .input(webhookIdInput)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => rotateSecret(ctx.deps, ctx.staff, input)),

  retireWebhook: change
    .input(webhookIdInput)
    .output(webhook)
    .mutation(({ ctx, input }) => retireWebhook(ctx.deps, ctx.staff, input)),

  sendTest: change
    .input(webhookIdInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ctx.staff, input)),

  replayFailed: change
    .input(replayFailedInput)
    .output(replayedFailed)
    .mutation(({ ctx, input }) => replayFailed(ctx.deps, ctx.staff, input)),

  listDeliveries: look
    .input(listWebhookDeliveriesInput)
    .output(z.array(webhookDelivery))
    .query(({ ctx, input }) => listWebhookDeliveries(ctx.deps.db, input)),

  replayDelivery: change
    .input(webhookIdInput)
    .output(webhookDelivery)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.staff, input)),
})
