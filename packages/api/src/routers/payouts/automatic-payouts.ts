import * as automaticPayouts from '@chuma/contract/payouts/automatic-payouts'
import {
  getAutomaticPayout,
  releaseAutomaticPayout,
  stopAutomaticPayout,
} from '@chuma/core/payouts/automatic/automatic-payout'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: payouts that the owner's rule approves. The rule itself is in the economy record. */
export const automaticPayoutProcedures = {
  getAutomaticPayout: staffProcedure('payouts:read')
    .meta({
      rest: route(
        'GET /admin/automatic-payout',
        'What is paid without a person, how far staff agree, and how long the float lasts',
      ),
    })
    .output(automaticPayouts.automaticPayout)
    .query(({ ctx }) => getAutomaticPayout(ctx.deps)),

  stopAutomaticPayout: staffProcedure('payouts:manage', 'critical')
    .meta({
      // As for the queue: a script may stop it, and only people let it go on.
      provedBy: 'key',
      rest: route('POST /admin/automatic-payout/stop', 'Stop auto-approval immediately', {
        description:
          'Withdrawals wait for a person. What was approved and not sent goes back to staff. Answers 409 if they are stopped already.',
        errors: ['QUEUE_STATE'],
      }),
    })
    .input(automaticPayouts.tripAutomaticInput)
    .output(automaticPayouts.automaticPayout)
    .mutation(({ ctx, input }) => stopAutomaticPayout(ctx.deps, ctx.staff, input)),

  releaseAutomaticPayout: staffProcedure('payouts:manage', 'critical')
    .meta({
      rest: route('POST /admin/automatic-payout/release', 'Resume auto-approval', {
        description:
          'Answers 202: a second person always has to approve it. `trippedAt` is that of the stop; answers 409 if it is over, or another.',
        errors: ['QUEUE_STATE'],
      }),
    })
    .input(automaticPayouts.releaseAutomaticInput)
    .output(automaticPayouts.automaticPayout)
    .mutation(({ ctx, input }) => releaseAutomaticPayout(ctx.deps, ctx.staff, input)),
}
