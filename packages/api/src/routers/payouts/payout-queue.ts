import { importedPayments, importPaymentsInput } from '@chuma/contract/payouts/destinations'
import { liftHoldInput } from '@chuma/contract/payouts/holds'
import * as payoutQueue from '@chuma/contract/payouts/payout-queue'
import { adminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { previewBulkApproval } from '@chuma/core/payouts/approvals/approval-rules'
import { approveWithdrawals } from '@chuma/core/payouts/approvals/approve-withdrawals'
import { findWithdrawals } from '@chuma/core/payouts/approvals/find-withdrawals'
import { liftHold } from '@chuma/core/payouts/holds/review-holds'
import { exportManualPayouts, importPayments } from '@chuma/core/payouts/manual'
import * as queue from '@chuma/core/payouts/queue/queue'
import * as z from 'zod'
import { wordApprovals } from '../../language/word-answer.ts'
import { LONG_BODY_BYTES, route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: the payout queue, bulk approvals, and files of manual payments. */
export const payoutQueueProcedures = {
  getPayoutQueue: staffProcedure('payouts:read')
    .meta({ rest: route('GET /admin/payout-queue', 'The state of the payout queue') })
    .output(payoutQueue.payoutQueue)
    .query(({ ctx }) => queue.getPayoutQueue(ctx.deps)),

  listPayoutQueues: staffProcedure('payouts:read')
    .meta({ rest: route('GET /admin/payout-queues', 'The state of every provider’s queue') })
    .output(z.array(payoutQueue.payoutQueue))
    .query(({ ctx }) => queue.listPayoutQueues(ctx.deps)),

  stopPayoutQueue: staffProcedure('payouts:manage', 'critical')
    .meta({
      // A script that watches the payouts may stop them; only a person lets them go on.
      provedBy: 'key',
      rest: route('POST /admin/payout-queue/stop', 'Stop all payouts immediately', {
        description:
          'Those of one provider, or of all. Payouts that were sent are still followed. Answers 409 if payouts are stopped already.',
        errors: ['NOT_FOUND', 'QUEUE_STATE'],
      }),
    })
    .input(payoutQueue.stopQueueInput)
    .output(payoutQueue.payoutQueue)
    .mutation(({ ctx, input }) => queue.stopPayoutQueue(ctx.deps, ctx.staff, input)),

  resumePayoutQueue: staffProcedure('payouts:manage', 'critical')
    .meta({
      rest: route('POST /admin/payout-queue/resume', 'Resume payouts', {
        errors: ['NOT_FOUND', 'QUEUE_STATE'],
      }),
    })
    .input(payoutQueue.resumeQueueInput)
    .output(payoutQueue.payoutQueue)
    .mutation(({ ctx, input }) => queue.resumePayoutQueue(ctx.deps, ctx.staff, input)),

  previewBulkApproval: staffProcedure('withdrawals:decide')
    .meta({ rest: route('GET /admin/withdrawals/bulk-approve', 'What a bulk approval would approve now') })
    .output(payoutQueue.bulkPreview)
    .query(({ ctx }) => previewBulkApproval(ctx.deps, ctx.staff)),

  approveWithdrawals: staffProcedure('withdrawals:decide', 'routine')
    .meta({
      rest: route('POST /admin/withdrawals/bulk-approve', 'Approve many withdrawals, oldest first', {
        description:
          'Without `ids` everything pending that the caller may approve alone. Each is handled individually: `left` says by reason what was not approved, and the others are approved. At most 1,000 at a time; `next` of the answer is `after` of the next call.',
        errors: ['ECONOMY_UNCHOSEN'],
      }),
    })
    .input(payoutQueue.approveWithdrawalsInput)
    .output(payoutQueue.bulkApproval)
    .mutation(({ ctx, input }) => wordApprovals(ctx.caller, approveWithdrawals(ctx.deps, ctx.staff, input))),

  exportManualPayouts: staffProcedure('payout-details:read')
    .meta({
      rest: route('GET /admin/payouts.csv', 'Payments to make by hand, as CSV', {
        description: 'The file has the numbers and accounts unmasked. Every download is in the audit log.',
        file: 'chuma-payouts.csv',
      }),
    })
    .output(z.string())
    .query(({ ctx }) => exportManualPayouts(ctx.deps, ctx.staff)),

  importPayments: staffProcedure('payouts:manage', 'sensitive')
    .meta({
      bodyLimit: LONG_BODY_BYTES,
      rest: route('POST /admin/payouts/import', 'Import payments made by hand from CSV', {
        description:
          'Columns `Withdrawal ID` and `Reference`, and `Amount KES` to compare. At most 5,000 rows, each handled individually. Importing the same file again pays nothing twice.',
      }),
    })
    .input(importPaymentsInput)
    .output(importedPayments)
    .mutation(({ ctx, input }) => importPayments(ctx.deps, ctx.staff, input)),
}

/** Part of `admin`: what delays a withdrawal. */
export const holdProcedures = {
  liftHold: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/withdrawals/:id/lift-hold', 'End a hold before its time', {
        description:
          'Answers 409 if the hold is over already, or if nobody lifts it: a debt, or a destination that is another member’s. An approved payout that nothing else holds is sent at once.',
        errors: ['WITHDRAWAL_STATE', 'WITHDRAWAL_HELD'],
      }),
    })
    .input(liftHoldInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => liftHold(ctx.deps, ctx.staff, input)),
}

/** Part of `admin`: finding a withdrawal by any of its numbers. */
export const paletteProcedures = {
  findWithdrawals: staffProcedure('withdrawals:read')
    .meta({ rest: route('GET /admin/withdrawals/find', 'Find withdrawals by id, receipt or M-Pesa number') })
    .input(payoutQueue.findWithdrawalsInput)
    .output(z.array(payoutQueue.foundWithdrawal))
    .query(({ ctx, input }) => findWithdrawals(ctx.deps, input)),
}
