import { shownPayoutDetails } from '@chuma/contract/payouts/destinations'
import * as withdrawals from '@chuma/contract/payouts/withdrawals'
import { withdrawalIdInput } from '@chuma/contract/wallet/wallet'
import { undoApproval } from '@chuma/core/payouts/approvals/approval-rules'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import {
  countWithdrawals,
  getWithdrawalCase,
  listWithdrawalsFor,
  watchWithdrawals,
} from '@chuma/core/payouts/approvals/list-withdrawals'
import { retryPayout } from '@chuma/core/payouts/attempts/retry-payout'
import { showPayoutDetails } from '@chuma/core/payouts/details'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

export const withdrawalProcedures = {
  listWithdrawals: staffProcedure('withdrawals:read')
    .meta({
      // Masks the answer itself.
      showsPayoutDetails: true,
      rest: route(
        'GET /admin/withdrawals',
        'Withdrawals of all members, newest first, what is pending before the rest',
        {
          description:
            'With `payout-details:read` numbers and accounts are in full, and every call is in the audit log. Without it they are masked, and the addresses of members too. The next page starts `after` the last id of this one.',
        },
      ),
    })
    .input(withdrawals.listWithdrawalsInput)
    .output(z.array(withdrawals.adminWithdrawal))
    .query(({ ctx: { deps, caller, isRest = false }, input }) =>
      listWithdrawalsFor(deps, { caller, isInFull: isRest }, input),
    ),

  countWithdrawals: staffProcedure('withdrawals:read')
    .meta({
      rest: route(
        'GET /admin/withdrawals/counts',
        'How many withdrawals are in each stage of the payout desk',
        {
          description: 'No count goes beyond 999.',
        },
      ),
    })
    .output(withdrawals.withdrawalCounts)
    .query(({ ctx }) => countWithdrawals(ctx.deps)),

  getWithdrawalCase: staffProcedure('withdrawals:read')
    .meta({
      rest: route('GET /admin/withdrawals/:id/case', 'A withdrawal with what decides about it', {
        description:
          'The destination is masked. Reasons of staff only for callers who may decide withdrawals.',
        errors: ['NOT_FOUND'],
      }),
    })
    .input(withdrawalIdInput)
    .output(withdrawals.withdrawalCase)
    .query(({ ctx, input }) => getWithdrawalCase(ctx.deps, ctx.caller, input)),

  showPayoutDetails: staffProcedure('payout-details:read', 'sensitive')
    .meta({
      showsPayoutDetails: true,
      rest: route('POST /admin/withdrawals/:id/payout-details', 'Where a withdrawal is paid, unmasked', {
        description: 'Every call is in the audit log.',
        errors: ['NOT_FOUND', 'SECRET_LOST'],
      }),
    })
    .input(withdrawalIdInput)
    .output(shownPayoutDetails)
    .mutation(({ ctx, input }) => showPayoutDetails(ctx.deps, ctx.staff, input)),

  onWithdrawalsChange: staffProcedure('withdrawals:read').subscription(({ ctx, signal }) =>
    watchWithdrawals(ctx.deps, ctx.caller, { ...ctx, signal }),
  ),

  decideWithdrawal: staffProcedure('withdrawals:decide', 'routine')
    .meta({
      rest: route('PUT /admin/withdrawals/:id', 'Approve, reject or mark as paid', {
        description:
          "A rejection needs a reason in `adminNotes`. Answers 409 if the withdrawal's state does not allow the decision.",
        errors: ['ECONOMY_UNCHOSEN', 'NEEDS_REVIEW', 'PAYOUT_LEAVING', 'WITHDRAWAL_HELD', 'WITHDRAWAL_STATE'],
      }),
    })
    .input(withdrawals.decideWithdrawalInput)
    .output(withdrawals.adminWithdrawal)
    .mutation(({ ctx, input }) => decideWithdrawal(ctx.deps, ctx.staff, input)),

  retryPayout: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/withdrawals/:id/retry-payout', 'Send a payout again', {
        description:
          'Under a new id, and only if the last attempt definitely did not pay; otherwise answers 409.',
        errors: ['WITHDRAWAL_STATE'],
      }),
    })
    .input(withdrawalIdInput)
    .output(withdrawals.adminWithdrawal)
    .mutation(({ ctx, input }) => retryPayout(ctx.deps, ctx.staff, input)),

  undoApproval: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/withdrawals/:id/undo-approval', 'Undo an approval', {
        description: 'Answers 409 once the payout was sent.',
        errors: ['WITHDRAWAL_STATE'],
      }),
    })
    .input(withdrawalIdInput)
    .output(withdrawals.adminWithdrawal)
    .mutation(({ ctx, input }) => undoApproval(ctx.deps, ctx.staff, input)),
}
