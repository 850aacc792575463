import { importedPayments, importPaymentsInput } from '@chuma/contract/payouts/manual-payments'
import {
  approveWithdrawalsInput,
  bulkApproval,
  payoutQueue,
  resumeQueueInput,
  stopQueueInput,
} from '@chuma/contract/payouts/payout-queue'
import { approveWithdrawals } from '@chuma/core/payouts/approvals/approve-withdrawals'
import { exportManualPayouts } from '@chuma/core/payouts/manual/export-manual-payouts'
import { importPayments } from '@chuma/core/payouts/manual/import-payments'
import { getPayoutQueue } from '@chuma/core/payouts/queue/get-payout-queue'
import { resumePayoutQueue } from '@chuma/core/payouts/queue/resume-payout-queue'
import { stopPayoutQueue } from '@chuma/core/payouts/queue/stop-payout-queue'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** How money leaves: the queue, many approvals at once, and files of payments by hand. */
export const payoutQueueProcedures = {
  getPayoutQueue: staffProcedure('payouts:read')
    .output(payoutQueue)
    .query(({ ctx }) => getPayoutQueue(ctx.deps)),

  stopPayoutQueue: staffProcedure('payouts:manage')
    .input(stopQueueInput)
    .output(payoutQueue)
    .mutation(({ ctx, input }) => stopPayoutQueue(ctx.deps, ctx.staff, input)),

  resumePayoutQueue: staffProcedure('payouts:manage')
    .input(resumeQueueInput)
    .output(payoutQueue)
    .mutation(({ ctx, input }) => resumePayoutQueue(ctx.deps, ctx.staff, input)),

  approveWithdrawals: staffProcedure('withdrawals:decide')
    .input(approveWithdrawalsInput)
    .output(bulkApproval)
    .mutation(({ ctx, input }) => approveWithdrawals(ctx.deps, ctx.staff, input)),

  exportManualPayouts: staffProcedure('payouts:manage')
    .output(z.string())
    .query(({ ctx }) => exportManualPayouts(ctx.deps)),

  importPayments: staffProcedure('payouts:manage')
    .input(importPaymentsInput)
    .output(importedPayments)
    .mutation(({ ctx, input }) => importPayments(ctx.deps, ctx.staff, input)),
}
