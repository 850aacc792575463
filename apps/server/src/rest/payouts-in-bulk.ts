import { importedPayments, importPaymentsInput } from '@chuma/contract/payouts/manual-payments'
import { approveWithdrawalsInput, bulkApproval } from '@chuma/contract/payouts/payout-queue'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { approveWithdrawals } from '@chuma/core/payouts/approvals/approve-withdrawals'
import { exportManualPayouts } from '@chuma/core/payouts/manual/export-manual-payouts'
import { importPayments } from '@chuma/core/payouts/manual/import-payments'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { LONG_BODY_BYTES } from '../plugins/long-procedures.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const manage = { permission: 'payouts:manage' } as const

/** Many approvals at once, and files of payments by hand. */
export const payoutsInBulkRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/admin/withdrawals/bulk-approve',
    {
      config: { permission: 'withdrawals:decide' },
      schema: {
        tags,
        summary: 'Approve many withdrawals, oldest first',
        description:
          'Each by itself: what cannot be approved is in the answer with its reason and keeps no other from it. ' +
          'At most 1,000 at a time; `next` of the answer is `after` of the next call.',
        body: approveWithdrawalsInput,
        response: { 200: bulkApproval },
      },
    },
    (request) => approveWithdrawals(deps, requireStaff(request.caller, 'withdrawals:decide'), request.body),
  )

  app.get(
    '/admin/payouts.csv',
    {
      config: manage,
      schema: {
        produces: ['text/csv'],
        tags,
        summary: 'What waits to be paid by hand, as a table',
        response: { 200: z.string() },
      },
    },
    async (_request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="chuma-payouts.csv"')
        .serializer((text: string) => text)
        .send(await exportManualPayouts(deps)),
  )

  app.post(
    '/admin/payouts/import',
    {
      config: manage,
      bodyLimit: LONG_BODY_BYTES,
      schema: {
        tags,
        summary: 'Mark as paid what a table says was paid by hand',
        description:
          'Columns `Withdrawal ID` and `Reference`, and `Amount KES` to compare. At most 5,000 rows, each by itself. ' +
          'The same table twice pays nothing twice.',
        body: importPaymentsInput,
        response: { 200: importedPayments },
      },
    },
    (request) => importPayments(deps, requireStaff(request.caller, 'payouts:manage'), request.body),
  )
}
