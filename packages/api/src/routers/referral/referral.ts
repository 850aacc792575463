import { getReferralInput, referral } from '@chuma/contract/referral/referral'
import { getReferral } from '@chuma/core/referral/get-referral'
import { memberProcedure, router } from '../../trpc.ts'

export const referralRouter = router({
  getReferral: memberProcedure
    .input(getReferralInput)
    .output(referral)
    .query(({ ctx, input }) => getReferral(ctx.deps, ctx.member, input)),
})
