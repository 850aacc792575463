import { id } from '@chuma/contract/fields'
import { pageQuery } from '@chuma/contract/pages'
import {
  adminPayoutPause,
  answerAppealBody,
  appealPayoutPauseBody,
  listPayoutPausesInput,
  pausePayoutsBody,
  payoutPause,
} from '@chuma/contract/payouts/payout-pause'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { requireMember } from '@chuma/core/auth/require-member'
import { answerAppeal } from '@chuma/core/payouts/pauses/answer-appeal'
import { appealPayoutPause } from '@chuma/core/payouts/pauses/appeal-payout-pause'
import { liftPayoutPause } from '@chuma/core/payouts/pauses/lift-payout-pause'
import { pausePayouts } from '@chuma/core/payouts/pauses/pause-payouts'
import { listAdminPayoutPauses, listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const params = z.strictObject({ id })

/** What a member sees of the pauses of his payouts, and says to them. */
export const payoutPausesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/payout-pauses',
    {
      schema: {
        tags: ['wallet'],
        summary: 'When and why my payouts were paused, newest first',
        querystring: pageQuery,
        response: { 200: z.array(payoutPause) },
      },
    },
    (request) => listPayoutPauses(deps.db, requireMember(request.caller).memberId, request.query),
  )

  app.post(
    '/payout-pauses/:id/appeal',
    {
      config: { errors: ['APPEAL_STATE', 'NOT_FOUND'] },
      schema: {
        tags: ['wallet'],
        summary: 'Appeal against a pause of my payouts, once',
        params,
        body: appealPayoutPauseBody,
        response: { 200: payoutPause },
      },
    },
    (request) => {
      const member = requireMember(request.caller)
      return appealPayoutPause(deps, member, { ...request.body, id: request.params.id })
    },
  )
}

/** Whose payouts staff hold back. */
export const adminPayoutPausesRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/payout-pauses',
    {
      config: { permission: 'members:read' },
      schema: {
        tags: ['admin'],
        summary: 'Paused payouts and appeals, oldest first',
        querystring: listPayoutPausesInput,
        response: { 200: z.array(adminPayoutPause) },
      },
    },
    (request) => {
      requireStaff(request.caller, 'members:read')
      return listAdminPayoutPauses(deps.db, request.query)
    },
  )

  app.post(
    '/admin/users/:id/pause-payouts',
    {
      config: { permission: 'members:suspend', errors: ['ACCOUNT_STATE', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Hold the payouts of a member back',
        description: 'He reads the reason and can appeal. His balance stays and he goes on earning.',
        params,
        body: pausePayoutsBody,
        response: { 200: adminPayoutPause },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return pausePayouts(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.post(
    '/admin/users/:id/lift-payout-pause',
    {
      config: { permission: 'members:suspend', errors: ['ACCOUNT_STATE', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Let the payouts of a member go on',
        params,
        body: pausePayoutsBody,
        response: { 200: adminPayoutPause },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return liftPayoutPause(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.post(
    '/admin/payout-pauses/:id/answer',
    {
      config: { permission: 'members:suspend', errors: ['ALREADY_DECIDED', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Answer an appeal, once: lift the pause or keep it',
        params,
        body: answerAppealBody,
        response: { 200: adminPayoutPause },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return answerAppeal(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}
