import { declareSharedPhoneInput, sharedPhone } from '@chuma/contract/account/shared-phone'
import { declareSharedPhone } from '@chuma/core/account/shared-phone/declare-shared-phone'
import { listSharing } from '@chuma/db/queries/account/shared-phones'
import { memberProcedure } from '../../trpc.ts'

/** Part of `account`: with whom a member shares their phone. */
export const sharedPhoneProcedures = {
  getSharedPhone: memberProcedure
    .meta({ rest: { method: 'GET', path: '/account/shared-phone', summary: 'With whom I share my phone' } })
    .output(sharedPhone)
    .query(async ({ ctx }) => ({ names: await listSharing(ctx.deps.db, ctx.member.memberId) })),

  declareSharedPhone: memberProcedure
    .meta({
      rest: {
        method: 'PUT',
        path: '/account/shared-phone',
        summary: 'Say with whom I share my phone',
        description:
          'Up to four relatives who have accounts too, by their first names. They say the same in theirs.',
        example: { body: { names: ['Mama', 'Otieno'] }, answer: { names: ['Mama', 'Otieno'] } },
      },
    })
    .input(declareSharedPhoneInput)
    .output(sharedPhone)
    .mutation(({ ctx, input }) => declareSharedPhone(ctx.deps, ctx.member, input)),
}
