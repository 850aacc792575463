import {
  adminDestination,
  decideDestinationInput,
  listMemberDestinationsInput,
} from '@chuma/contract/payouts/destinations'
import {
  freeDestination,
  listMemberDestinations,
  releaseDestination,
} from '@chuma/core/wallet/destinations/decide-destination'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: whose the destinations of payouts are. */
export const destinationProcedures = {
  listMemberDestinations: staffProcedure('members:read')
    .meta({
      rest: {
        method: 'GET',
        path: '/admin/users/:id/destinations',
        summary: 'Where a member is paid, or asked to be, and what proves it',
        description: 'Masked. Only staff who may read payout details see who else named one.',
        params: { id: 'memberId' },
      },
    })
    .input(listMemberDestinationsInput)
    .output(z.array(adminDestination))
    .query(({ ctx, input }) => listMemberDestinations(ctx.deps, ctx.caller, input)),

  releaseDestination: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/destinations/:destinationId/release',
        summary: 'Decide that a destination is this member’s',
        description: 'It counts as proven. Withdrawals of others who named it stay on hold.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(decideDestinationInput)
    .output(z.array(adminDestination))
    .mutation(async ({ ctx, input }) => {
      await releaseDestination(ctx.deps, ctx.staff, input)
      return listMemberDestinations(ctx.deps, ctx.caller, input)
    }),

  freeDestination: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/destinations/:destinationId/free',
        summary: 'Take a destination away from the member who proved it',
        description:
          'For a SIM card that changed hands, or a stranger’s number. The next proof decides whose it is.',
        errors: ['ACCOUNT_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(decideDestinationInput)
    .output(z.array(adminDestination))
    .mutation(async ({ ctx, input }) => {
      await freeDestination(ctx.deps, ctx.staff, input)
      return listMemberDestinations(ctx.deps, ctx.caller, input)
    }),
}
