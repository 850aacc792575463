import { pageQuery } from '@chuma/contract/pages'
import { activity, listActivityInput } from '@chuma/contract/wallet/activity'
import {
  listTransactionsInput,
  pointsTransaction,
  requestWithdrawalInput,
  withdrawal,
} from '@chuma/contract/wallet/wallet'
import { requireMember } from '@chuma/core/auth/require-member'
import { exportActivity } from '@chuma/core/wallet/export-activity'
import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { readDialogBody } from './read-dialog-body.ts'
import type { RestOptions } from './rest-options.ts'
import { sendPlainError } from './send-error.ts'

export const walletRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps, demoLogin }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))
  // Not the options as they came: they carry the prefix, which would then count twice.
  for (const part of [history, withdrawals]) await app.register(part, { deps, demoLogin })
}

const history: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/points-transactions',
    {
      schema: {
        tags: ['wallet'],
        summary: 'Every movement of my points, newest first',
        querystring: listTransactionsInput,
        response: { 200: z.array(pointsTransaction) },
      },
    },
    (request) => listTransactions(deps.db, requireMember(request.caller).memberId, request.query),
  )

  app.get(
    '/activity',
    {
      schema: {
        tags: ['wallet'],
        summary: 'My history: what, when, why, and where it stands; newest first',
        querystring: listActivityInput,
        response: { 200: z.array(activity) },
      },
    },
    (request) => listActivity(deps.db, requireMember(request.caller).memberId, request.query),
  )

  app.get(
    '/activity.csv',
    {
      schema: {
        produces: ['text/csv'],
        tags: ['wallet'],
        summary: 'My whole history as a table',
        response: { 200: z.string() },
      },
    },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="chuma-activity.csv"')
        .serializer((text: string) => text)
        .send(await exportActivity(deps, requireMember(request.caller))),
  )
}

const withdrawals: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/withdrawals',
    {
      schema: {
        tags: ['wallet'],
        summary: 'My withdrawals, newest first',
        querystring: pageQuery,
        response: { 200: z.array(withdrawal) },
      },
    },
    (request) => listWithdrawals(deps.db, requireMember(request.caller).memberId, request.query),
  )

  app.post(
    '/withdrawals',
    {
      config: {
        errors: [
          'EMAIL_NOT_VERIFIED',
          'INSUFFICIENT_POINTS',
          'KEY_REUSED',
          'PAYOUTS_PAUSED',
          'PAYOUT_NUMBER_TAKEN',
        ],
      },
      errorHandler: sendPlainError,
      preValidation: readDialogBody,
      schema: {
        tags: ['wallet'],
        summary: 'Ask for points to be paid out',
        description:
          'Errors are plain text. An `Idempotency-Key` header makes a repeat answer what the first call did.',
        body: requestWithdrawalInput,
        response: { 201: withdrawal },
      },
    },
    async (request, reply) => {
      const { body, idempotencyKey } = request
      const member = requireMember(request.caller)
      return reply.code(201).send(await requestWithdrawal(deps, member, { ...body, idempotencyKey }))
    },
  )
}
