import {
  adminStats,
  adminWithdrawal,
  decideWithdrawalBody,
  listWithdrawalsInput,
} from '@chuma/contract/admin/admin'
import { withdrawalIdInput } from '@chuma/contract/wallet/wallet'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { undoApproval } from '@chuma/core/payouts/approvals/undo-approval'
import { retryPayout } from '@chuma/core/payouts/attempts/retry-payout'
import { getAdminStats, listAdminWithdrawals } from '@chuma/db/queries/admin/admin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const adminRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [overview, approvals]) await app.register(part, { deps })
}

const overview: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.get(
    '/admin/stats',
    {
      config: { permission: 'stats:read' },
      schema: {
        tags: ['admin'],
        summary: 'Members, surveys and earnings in numbers',
        response: { 200: adminStats },
      },
    },
    () => getAdminStats(deps.db),
  )

  app.get(
    '/admin/withdrawals',
    {
      config: { permission: 'withdrawals:read' },
      schema: {
        tags: ['admin'],
        summary: 'Withdrawals of all members, oldest first',
        querystring: listWithdrawalsInput,
        response: { 200: z.array(adminWithdrawal) },
      },
    },
    (request) => listAdminWithdrawals(deps.db, request.query),
  )

  app.put(
    '/admin/withdrawals/:id',
    {
      config: {
        permission: 'withdrawals:decide',
        errors: ['NEEDS_ANOTHER_ADMIN', 'NEEDS_REVIEW', 'NOT_FOUND', 'WITHDRAWAL_STATE'],
      },
      schema: {
        tags: ['admin'],
        summary: 'Approve, reject or mark as paid',
        description:
          'A rejection needs a reason in `adminNotes`; what cannot move on any more is answered with 409.',
        params: withdrawalIdInput,
        body: decideWithdrawalBody,
        response: { 200: adminWithdrawal },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'withdrawals:decide')
      return decideWithdrawal(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}

/** What comes after a decision. */
const approvals: FastifyPluginAsyncZod<Pick<RestOptions, 'deps'>> = async (app, { deps }) => {
  app.post(
    '/admin/withdrawals/:id/undo-approval',
    {
      config: { permission: 'withdrawals:decide', errors: ['NOT_FOUND', 'WITHDRAWAL_STATE'] },
      schema: {
        tags: ['admin'],
        summary: 'Take an approval back',
        description: 'As long as nothing was sent: then it is answered with 409.',
        params: withdrawalIdInput,
        response: { 200: adminWithdrawal },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'withdrawals:decide')
      return undoApproval(deps, staff, { id: request.params.id })
    },
  )

  app.post(
    '/admin/withdrawals/:id/retry-payout',
    {
      config: { permission: 'withdrawals:decide', errors: ['NOT_FOUND', 'WITHDRAWAL_STATE'] },
      schema: {
        tags: ['admin'],
        summary: 'Send a payout again',
        description:
          'Under a new id, and only after the last try definitely did not pay; else it is answered with 409.',
        params: withdrawalIdInput,
        response: { 200: adminWithdrawal },
      },
    },
    (request) => retryPayout(deps, requireStaff(request.caller, 'withdrawals:decide'), request.params),
  )
}
