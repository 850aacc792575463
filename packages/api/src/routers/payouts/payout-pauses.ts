import { pageInput } from '@chuma/contract/pages'
import {
  adminPayoutPause,
  answerAppealInput,
  appealPayoutPauseInput,
  listPayoutPausesInput,
  pausePayoutsInput,
  payoutPause,
} from '@chuma/contract/payouts/payout-pause'
import { answerAppeal, appealPayoutPause, liftPayoutPause, pausePayouts } from '@chuma/core/payouts/pauses'
import { listAdminPayoutPauses, listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import * as z from 'zod'
import { memberProcedure, staffProcedure } from '../../trpc.ts'

/** Part of `wallet`: a member's own pause, and the appeal. */
export const myPayoutPauseProcedures = {
  listPayoutPauses: memberProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/payout-pauses',
        summary: 'The pauses of my payouts, newest first',
      },
    })
    .input(pageInput)
    .output(z.array(payoutPause))
    .query(({ ctx, input }) => listPayoutPauses(ctx.deps.db, ctx.member.memberId, input)),

  appealPayoutPause: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/payout-pauses/:id/appeal',
        summary: 'Appeal against a pause of my payouts, once',
        example: {
          body: { appeal: 'The number is my own; I changed my SIM card.' },
          answer: {
            reason: 'Two accounts are paid to this number.',
            appeal: 'The number is my own; I changed my SIM card.',
            appealedAt: '2026-03-14T06:30:00.000Z',
          },
        },
        errors: ['APPEAL_STATE'],
      },
    })
    .input(appealPayoutPauseInput)
    .output(payoutPause)
    .mutation(({ ctx, input }) => appealPayoutPause(ctx.deps, ctx.member, input)),
}

/** Part of `admin`: pausing members' payouts. */
export const payoutPauseProcedures = {
  listPayoutPauses: staffProcedure('members:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/payout-pauses',
        summary: 'Paused payouts and appeals, oldest first',
      },
    })
    .input(listPayoutPausesInput)
    .output(z.array(adminPayoutPause))
    .query(({ ctx, input }) => listAdminPayoutPauses(ctx.deps.db, input)),

  pausePayouts: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/pause-payouts',
        summary: "Pause a member's payouts",
        description: 'The member sees the reason and can appeal. They keep their balance and can still earn.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(pausePayoutsInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => pausePayouts(ctx.deps, ctx.staff, input)),

  liftPayoutPause: staffProcedure('members:suspend', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/lift-payout-pause',
        summary: "Lift the pause of a member's payouts",
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(pausePayoutsInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => liftPayoutPause(ctx.deps, ctx.staff, input)),

  answerAppeal: staffProcedure('members:suspend', 'routine')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/payout-pauses/:id/answer',
        summary: 'Answer an appeal, once: lift the pause or keep it',
        errors: ['ALREADY_DECIDED'],
      },
    })
    .input(answerAppealInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => answerAppeal(ctx.deps, ctx.staff, input)),
}
