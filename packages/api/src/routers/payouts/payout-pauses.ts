import { pageInput } from '@chuma/contract/pages'
import {
  adminPayoutPause,
  answerAppealInput,
  appealPayoutPauseInput,
  listPayoutPausesInput,
  pausePayoutsInput,
  payoutPause,
} from '@chuma/contract/payouts/payout-pause'
import { answerAppeal } from '@chuma/core/payouts/pauses/answer-appeal'
import { appealPayoutPause } from '@chuma/core/payouts/pauses/appeal-payout-pause'
import { liftPayoutPause } from '@chuma/core/payouts/pauses/lift-payout-pause'
import { pausePayouts } from '@chuma/core/payouts/pauses/pause-payouts'
import { listAdminPayoutPauses, listPayoutPauses } from '@chuma/db/queries/payouts/payout-pauses'
import * as z from 'zod'
import { memberProcedure, staffProcedure } from '../../trpc.ts'

/** Of `wallet`: what a member sees of it, and says to it. */
export const myPayoutPauseProcedures = {
  listPayoutPauses: memberProcedure
    .input(pageInput)
    .output(z.array(payoutPause))
    .query(({ ctx, input }) => listPayoutPauses(ctx.deps.db, ctx.member.memberId, input)),

  appealPayoutPause: memberProcedure
    .input(appealPayoutPauseInput)
    .output(payoutPause)
    .mutation(({ ctx, input }) => appealPayoutPause(ctx.deps, ctx.member, input)),
}

/** Of `admin`: whose payouts are held back. */
export const payoutPauseProcedures = {
  listPayoutPauses: staffProcedure('members:read')
    .input(listPayoutPausesInput)
    .output(z.array(adminPayoutPause))
    .query(({ ctx, input }) => listAdminPayoutPauses(ctx.deps.db, input)),

  pausePayouts: staffProcedure('members:suspend')
    .input(pausePayoutsInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => pausePayouts(ctx.deps, ctx.staff, input)),

  liftPayoutPause: staffProcedure('members:suspend')
    .input(pausePayoutsInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => liftPayoutPause(ctx.deps, ctx.staff, input)),

  answerAppeal: staffProcedure('members:suspend')
    .input(answerAppealInput)
    .output(adminPayoutPause)
    .mutation(({ ctx, input }) => answerAppeal(ctx.deps, ctx.staff, input)),
}
