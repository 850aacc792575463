import { payoutQueue, resumeQueueInput, stopQueueInput } from '@chuma/contract/payouts/payout-queue'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { getPayoutQueue } from '@chuma/core/payouts/queue/get-payout-queue'
import { resumePayoutQueue } from '@chuma/core/payouts/queue/resume-payout-queue'
import { stopPayoutQueue } from '@chuma/core/payouts/queue/stop-payout-queue'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const manage = { permission: 'payouts:manage' } as const

/** Whether money leaves, and the switch that stops it. */
export const payoutQueueRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/payout-queue',
    {
      config: { permission: 'payouts:read' },
      schema: { tags, summary: 'Whether payments leave, and why not', response: { 200: payoutQueue } },
    },
    () => getPayoutQueue(deps),
  )

  app.post(
    '/admin/payout-queue/stop',
    {
      config: { ...manage, errors: ['NOT_FOUND', 'QUEUE_STATE'] },
      schema: {
        tags,
        summary: 'Stop all payments at once',
        description: 'What the provider has already is still followed. 409 when they are stopped.',
        body: stopQueueInput,
        response: { 200: payoutQueue },
      },
    },
    (request) => stopPayoutQueue(deps, requireStaff(request.caller, 'payouts:manage'), request.body),
  )

  app.post(
    '/admin/payout-queue/resume',
    {
      config: { ...manage, errors: ['NOT_FOUND', 'QUEUE_STATE'] },
      schema: {
        tags,
        summary: 'Let payments leave again',
        body: resumeQueueInput,
        response: { 200: payoutQueue },
      },
    },
    (request) => resumePayoutQueue(deps, requireStaff(request.caller, 'payouts:manage'), request.body),
  )
}
