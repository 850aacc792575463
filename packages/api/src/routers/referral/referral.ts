import { getReferralInput, referral } from '@chuma/contract/referral/referral'
import { getReferral } from '@chuma/core/referral/referral'
import { route } from '../../meta.ts'
import { memberProcedure, router } from '../../trpc.ts'

export const referralRouter = router({
  getReferral: memberProcedure
    .meta({
      rest: route('GET /referral', 'My invite code, and the friends who used it', {
        description: 'A friend is listed, newest first, once they have verified their address.',
      }),
    })
    .input(getReferralInput)
    .output(referral)
    .query(({ ctx, input }) => getReferral(ctx.deps, ctx.member, input)),
})
