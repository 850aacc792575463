import {
  listTransactionsInput,
  pointsTransaction,
  requestWithdrawalInput,
  withdrawal,
} from '@chuma/contract/wallet'
import { requireMember } from '@chuma/core/auth/require-member'
import { requestWithdrawal } from '@chuma/core/wallet/request-withdrawal'
import { listTransactions } from '@chuma/db/queries/ledger'
import { listWithdrawals } from '@chuma/db/queries/withdrawals'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'
import { sendPlainError } from './send-error.ts'

export const walletRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

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
    '/withdrawals',
    {
      schema: {
        tags: ['wallet'],
        summary: 'My withdrawals, newest first',
        response: { 200: z.array(withdrawal) },
      },
    },
    (request) => listWithdrawals(deps.db, requireMember(request.caller).memberId),
  )

  app.post(
    '/withdrawals',
    {
      errorHandler: sendPlainError,
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
      const idempotencyKey = request.headers['idempotency-key']?.toString()
      const member = requireMember(request.caller)
      return reply.code(201).send(await requestWithdrawal(deps, member, { ...request.body, idempotencyKey }))
    },
  )
}
