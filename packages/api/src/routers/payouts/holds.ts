import { adminWithdrawal } from '@chuma/contract/admin/admin'
import { liftHoldInput } from '@chuma/contract/payouts/holds'
import { liftHold } from '@chuma/core/payouts/holds/review-holds'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: what delays a withdrawal. */
export const holdProcedures = {
  liftHold: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/withdrawals/:id/lift-hold',
        summary: 'End a hold before its time',
        description:
          'Answers 409 if the hold is over already, or if nobody lifts it: a debt, or a destination that is another member’s. An approved payout that nothing else holds is sent at once.',
        errors: ['WITHDRAWAL_STATE', 'WITHDRAWAL_HELD'],
      },
    })
    .input(liftHoldInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => liftHold(ctx.deps, ctx.staff, input)),
}
