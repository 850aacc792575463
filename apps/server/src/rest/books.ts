import {
  difference,
  listDifferencesInput,
  listReconciliationsInput,
  reconcileDayInput,
  reconciliation,
  resolveDifferenceBody,
} from '@chuma/contract/books/reconciliation'
import { id } from '@chuma/contract/fields'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { reconcileDay } from '@chuma/core/books/reconcile-day'
import { resolveDifference } from '@chuma/core/books/resolve-difference'
import { listDifferences, listReconciliations } from '@chuma/db/queries/books/reconciliation'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const permission = 'ledger:verify'

/** Whether the ledger, the withdrawals and the provider tell the same story. */
export const booksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/reconciliation',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'What each day of payouts comes to, newest first',
        querystring: listReconciliationsInput,
        response: { 200: z.array(reconciliation) },
      },
    },
    (request) => listReconciliations(deps.db, request.query),
  )

  app.post(
    '/admin/reconciliation',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'Compare the books of one day',
        description: 'May be repeated. Open differences are found anew, resolved ones stay as they are.',
        body: reconcileDayInput,
        response: { 200: reconciliation },
      },
    },
    (request) => reconcileDay(deps, requireStaff(request.caller, permission), request.body),
  )

  app.get(
    '/admin/reconciliation/differences',
    {
      config: { permission },
      schema: {
        tags: ['admin'],
        summary: 'In what the books disagree, newest day first',
        querystring: listDifferencesInput,
        response: { 200: z.array(difference) },
      },
    },
    (request) => listDifferences(deps.db, request.query),
  )

  app.post(
    '/admin/reconciliation/differences/:id/resolve',
    {
      config: { permission, errors: ['ALREADY_DECIDED', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Say how a difference came about',
        params: z.strictObject({ id }),
        body: resolveDifferenceBody,
        response: { 200: difference },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, permission)
      return resolveDifference(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}
