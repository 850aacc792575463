import { pageInput } from '@chuma/contract/pages'
import { claim, click, openClaimInput } from '@chuma/contract/partners/partners'
import { openClaim } from '@chuma/core/partners/claims/open-claim'
import { listMyClicks } from '@chuma/core/partners/clicks/list-my-clicks'
import * as z from 'zod'
import { memberProcedure } from '../../trpc.ts'

/** Of `partners`: what members do. */
export const clickProcedures = {
  listClicks: memberProcedure
    .meta({
      rest: { method: 'GET', path: '/clicks', summary: 'Where I went for points, and what became of it' },
    })
    .input(pageInput)
    .output(z.array(click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, { ...input, memberId: ctx.member.memberId })),

  openClaim: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/claims',
        summary: 'Claim points that a click should have brought',
        status: 201,
        errors: ['ALREADY_CREDITED', 'CLAIM_EXISTS', 'NOT_FOUND'],
      },
    })
    .input(openClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => openClaim(ctx.deps, ctx.member, input)),
}
