import { debt, listDebtsInput, writeOffDebtInput } from '@chuma/contract/payouts/debts'
import * as destinations from '@chuma/contract/payouts/destinations'
import { adminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { correctPayout } from '@chuma/core/books/corrections'
import { listDebts, writeOffDebt } from '@chuma/core/payouts/debts'
import * as decideDestination from '@chuma/core/wallet/destinations/decide-destination'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: whose the destinations of payouts are. */
export const destinationProcedures = {
  listMemberDestinations: staffProcedure('members:read')
    .meta({
      rest: route(
        'GET /admin/users/:id/destinations',
        'Where a member is paid, or asked to be, and what proves it',
        {
          description: 'Masked. Only staff who may read payout details see who else named one.',
          params: { id: 'memberId' },
        },
      ),
    })
    .input(destinations.listMemberDestinationsInput)
    .output(z.array(destinations.adminDestination))
    .query(({ ctx, input }) => decideDestination.listMemberDestinations(ctx.deps, ctx.caller, input)),

  releaseDestination: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/users/:id/destinations/:destinationId/release',
        'Decide that a destination is this member’s',
        {
          description: 'It counts as proven. Withdrawals of others who named it stay on hold.',
          errors: ['ACCOUNT_STATE'],
          params: { id: 'memberId' },
        },
      ),
    })
    .input(destinations.decideDestinationInput)
    .output(z.array(destinations.adminDestination))
    .mutation(async ({ ctx, input }) => {
      await decideDestination.releaseDestination(ctx.deps, ctx.staff, input)
      return decideDestination.listMemberDestinations(ctx.deps, ctx.caller, input)
    }),

  freeDestination: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/users/:id/destinations/:destinationId/free',
        'Take a destination away from the member who proved it',
        {
          description:
            'For a SIM card that changed hands, or a stranger’s number. The next proof decides whose it is.',
          errors: ['ACCOUNT_STATE'],
          params: { id: 'memberId' },
        },
      ),
    })
    .input(destinations.decideDestinationInput)
    .output(z.array(destinations.adminDestination))
    .mutation(async ({ ctx, input }) => {
      await decideDestination.freeDestination(ctx.deps, ctx.staff, input)
      return decideDestination.listMemberDestinations(ctx.deps, ctx.caller, input)
    }),
}

/** Part of `admin`: money that came back, arrived late or arrived twice, and what members owe. */
export const correctionProcedures = {
  correctPayout: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route(
        'POST /admin/withdrawals/:id/correct-payout',
        'Book a payment that came back, arrived late or arrived twice',
        {
          description:
            'Answers 202: a second person always has to approve it. A return needs `cause` and `note`, the others the `receipt` of the payment. `evidence` says what proves it, or `rowId` names a row of a statement. Answers 409 if the withdrawal is in another state.',
          errors: ['WITHDRAWAL_STATE'],
        },
      ),
    })
    .input(destinations.correctPayoutInput)
    .output(adminWithdrawal)
    .mutation(({ ctx, input }) => correctPayout(ctx.deps, ctx.staff, input)),

  listDebts: staffProcedure('withdrawals:read')
    .meta({ rest: route('GET /admin/debts', 'Members who owe points, the oldest debt first') })
    .input(listDebtsInput)
    .output(z.array(debt))
    .query(({ ctx, input }) => listDebts(ctx.deps, input)),

  writeOffDebt: staffProcedure('withdrawals:decide', 'sensitive')
    .meta({
      rest: route('POST /admin/debts/:memberId/write-off', 'Write off what a member owes', {
        description:
          'Answers 202: a second person always has to approve it. `points` is the whole debt as it was seen; answers 409 if it has changed.',
        errors: ['MEMBER_STATE'],
      }),
    })
    .input(writeOffDebtInput)
    .output(z.object({ writtenOffPoints: z.int() }))
    .mutation(({ ctx, input }) => writeOffDebt(ctx.deps, ctx.staff, input)),
}
