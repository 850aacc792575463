import { adminWithdrawal } from '@chuma/contract/admin/admin'
import { correctPayoutInput } from '@chuma/contract/payouts/corrections'
import { debt, listDebtsInput, writeOffDebtInput } from '@chuma/contract/payouts/debts'
import { correctPayout } from '@chuma/core/payouts/corrections'
import { listDebts, writeOffDebt } from '@chuma/core/payouts/debts'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: money that came back, arrived late or arrived twice, and what members owe. */
export const correctionProcedures = {
  correctPayout: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/withdrawals/:id/correct-payout',
        summary: 'Book a payment that came back, arrived late or arrived twice',
        description:
          'Answers 202: a second person always has to approve it. A return needs `cause` and `note`, the others the `receipt` of the payment. `evidence` says what proves it, or `rowId` names a row of a statement. Answers 409 if the withdrawal is in another state.',
        errors: ['WITHDRAWAL_STATE'],
      },
    })
    .input(correctPayoutInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => correctPayout(ctx.deps, ctx.staff, input)),

  listDebts: staffProcedure('withdrawals:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/debts',
        summary: 'Members who owe points, the oldest debt first',
      },
    })
    .input(listDebtsInput)
    .output(z.array(debt))
    .query(({ ctx, input }) => listDebts(ctx.deps, input)),

  writeOffDebt: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/debts/:memberId/write-off',
        summary: 'Write off what a member owes',
        description:
          'Answers 202: a second person always has to approve it. `points` is the whole debt as it was seen; answers 409 if it has changed.',
        errors: ['MEMBER_STATE'],
      },
    })
    .input(writeOffDebtInput)
    .output(z.object({ writtenOffPoints: z.int() }))
    .mutation(({ ctx, input }) => writeOffDebt(ctx.deps, ctx.staff, input)),
}
