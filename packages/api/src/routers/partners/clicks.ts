import { pageInput } from '@chuma/contract/pages'
import { claim, click, openClaimInput } from '@chuma/contract/partners/partners'
import { openClaim } from '@chuma/core/partners/claims/open-claim'
import { listMyClicks } from '@chuma/core/partners/clicks/list-my-clicks'
import * as z from 'zod'
import { memberProcedure, router } from '../../trpc.ts'

export const clicksRouter = router({
  listClicks: memberProcedure
    .input(pageInput)
    .output(z.array(click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, { ...input, memberId: ctx.member.memberId })),

  openClaim: memberProcedure
    .input(openClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => openClaim(ctx.deps, ctx.member, input)),
})
