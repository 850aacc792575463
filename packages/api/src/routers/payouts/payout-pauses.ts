import * as payoutPause from '@chuma/contract/payouts/payout-pause'
import { answerAppeal, liftPayoutPause, pausePayouts } from '@chuma/core/payouts/pauses'
import { listAdminPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: pausing members' payouts. */
export const payoutPauseProcedures = {
  listPayoutPauses: staffProcedure('members:read')
    .meta({ rest: route('GET /admin/payout-pauses', 'Paused payouts and appeals, oldest first') })
    .input(payoutPause.listPayoutPausesInput)
    .output(z.array(payoutPause.adminPayoutPause))
    .query(({ ctx, input }) => listAdminPayoutPauses(ctx.deps.db, input)),

  pausePayouts: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/pause-payouts', "Pause a member's payouts", {
        description: 'The member sees the reason and can appeal. They keep their balance and can still earn.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(payoutPause.pausePayoutsInput)
    .output(payoutPause.adminPayoutPause)
    .mutation(({ ctx, input }) => pausePayouts(ctx.deps, ctx.staff, input)),

  liftPayoutPause: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/lift-payout-pause', "Lift the pause of a member's payouts", {
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(payoutPause.pausePayoutsInput)
    .output(payoutPause.adminPayoutPause)
    .mutation(({ ctx, input }) => liftPayoutPause(ctx.deps, ctx.staff, input)),

  answerAppeal: staffProcedure('members:suspend', 'routine')
    .meta({
      rest: route(
        'POST /admin/payout-pauses/:id/answer',
        'Answer an appeal, once: lift the pause or keep it',
        {
          errors: ['ALREADY_DECIDED'],
        },
      ),
    })
    .input(payoutPause.answerAppealInput)
    .output(payoutPause.adminPayoutPause)
    .mutation(({ ctx, input }) => answerAppeal(ctx.deps, ctx.staff, input)),
}
