import { pageInput } from '@chuma/contract/pages'
import { claim, click, openClaimInput } from '@chuma/contract/partners/partners'
import { openClaim } from '@chuma/core/partners/claims'
import { listMyClicks } from '@chuma/core/partners/clicks'
import * as z from 'zod'
import { memberProcedure } from '../../trpc.ts'

/** Of `partners`: what members do. */
export const clickProcedures = {
  listClicks: memberProcedure
    .meta({
      rest: { method: 'GET', path: '/clicks', summary: 'My clicks and their results' },
    })
    .input(pageInput)
    .output(z.array(click))
    .query(({ ctx, input }) => listMyClicks(ctx.deps, { ...input, memberId: ctx.member.memberId })),

  openClaim: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/claims',
        summary: 'Claim the missing points of a click',
        example: {
          body: { note: 'I finished the survey on Saturday morning.' },
          answer: { note: 'I finished the survey on Saturday morning.' },
        },
        status: 201,
        errors: ['ALREADY_CREDITED', 'CLAIM_EXISTS', 'NOT_FOUND'],
      },
    })
    .input(openClaimInput)
    .output(claim)
    .mutation(({ ctx, input }) => openClaim(ctx.deps, ctx.member, input)),
}
