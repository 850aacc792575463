import * as bankBatches from '@chuma/contract/payouts/bank-batches'
import { importBankResult } from '@chuma/core/payouts/batches/bank-results'
import * as batches from '@chuma/core/payouts/batches/batches'
import * as z from 'zod'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: bank payments by file. */
export const bankBatchProcedures = {
  listBankBatches: staffProcedure('payouts:read')
    .meta({ rest: route('GET /admin/bank-batches', 'Batches of bank payments, newest first') })
    .output(bankBatches.bankBatches)
    .query(({ ctx }) => batches.listBankBatches(ctx.deps)),

  createBankBatch: staffProcedure('payouts:manage', 'critical')
    .meta({
      rest: route('POST /admin/bank-batches', 'Collect the bank payments that wait into a batch', {
        description: 'Until the bank has spoken, each of them is paid by this batch or by nothing.',
        example: { body: { format: bankBatches.EXAMPLE_FORMATS[0] } },
      }),
    })
    .input(bankBatches.createBankBatchInput)
    .output(bankBatches.bankBatch)
    .mutation(({ ctx, input }) => batches.createBankBatch(ctx.deps, ctx.staff, input)),

  downloadBankBatch: staffProcedure('payout-details:read', 'critical')
    .meta({
      rest: route('POST /admin/bank-batches/:id/file', 'The file of a batch, with its accounts unmasked', {
        description: 'Every download has the same content, and is in the audit log.',
        errors: ['NOT_FOUND', 'SECRET_LOST'],
      }),
    })
    .input(bankBatches.bankBatchIdInput)
    .output(z.object({ name: z.string(), csv: z.string() }))
    .mutation(async ({ ctx, input }) => ({
      name: `chuma-batch-${input.id.slice(0, 8)}.csv`,
      csv: await batches.downloadBankBatch(ctx.deps, ctx.staff, input),
    })),

  markBatchUploaded: staffProcedure('payouts:manage', 'sensitive')
    .meta({
      rest: route('POST /admin/bank-batches/:id/uploaded', 'Say that the file of a batch is with the bank', {
        description: 'From now on only the bank’s result ends the batch.',
        errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
      }),
    })
    .input(bankBatches.bankBatchIdInput)
    .output(bankBatches.bankBatch)
    .mutation(({ ctx, input }) => batches.markBatchUploaded(ctx.deps, ctx.staff, input)),

  cancelBankBatch: staffProcedure('payouts:manage', 'critical')
    .meta({
      rest: route('POST /admin/bank-batches/:id/cancel', 'Cancel a batch that was never uploaded', {
        description:
          'Its payments wait for the next batch. If anyone has its file it waits for a second person first.',
        example: { body: { reason: 'The bank refuses the format' } },
        errors: ['NOT_FOUND', 'ALREADY_DECIDED'],
      }),
    })
    .input(bankBatches.cancelBankBatchInput)
    .output(bankBatches.bankBatch)
    .mutation(({ ctx, input }) => batches.cancelBankBatch(ctx.deps, ctx.staff, input)),

  importBankResult: staffProcedure('payouts:manage', 'sensitive')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/bank-batches/:id/result', 'Import what the bank says of a batch', {
        description:
          'Rows are matched by our reference. Each is handled individually; the same file again books nothing. A failed payment waits for staff again.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(bankBatches.importBankResultInput)
    .output(bankBatches.importedBankResult)
    .mutation(({ ctx, input }) => importBankResult(ctx.deps, ctx.staff, input)),
}
