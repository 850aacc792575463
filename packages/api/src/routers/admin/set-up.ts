import { staffSession } from '@chuma/contract/admin/admin'
import {
  completeSetUpStepInput,
  finishSetUpInput,
  firstOwnerInput,
  mailTest,
  openSetUp,
  payoutTest,
  sendTestMailInput,
  setUpLinkInput,
  setUpState,
  testPayoutsInput,
} from '@chuma/contract/admin/set-up'
import {
  completeSetUpStep,
  createFirstOwner,
  finishSetUp,
  getSetUp,
  openSetUpLink,
  sendTestMail,
  testPayouts,
} from '@chuma/core/admin/set-up/set-up'
import { publicProcedure, staffProcedure } from '../../trpc.ts'

const asOwner = staffProcedure('staff:manage', 'sensitive')

/** Part of `admin`: the set-up of a new installation in the browser. Only pages call it, so it has no REST addresses. */
export const setUpProcedures = {
  /** Not a query: the token would be part of an address, which proxies log. */
  openSetUpLink: publicProcedure
    .input(setUpLinkInput)
    .output(openSetUp)
    .mutation(({ ctx, input }) => openSetUpLink(ctx.deps, ctx.caller, input)),

  createFirstOwner: publicProcedure
    .input(firstOwnerInput)
    .output(staffSession)
    .mutation(({ ctx, input }) => createFirstOwner(ctx.deps, ctx.caller, input)),

  getSetUp: staffProcedure('staff:manage')
    .output(setUpState)
    .query(({ ctx }) => getSetUp(ctx.deps)),

  completeSetUpStep: asOwner
    .input(completeSetUpStepInput)
    .output(setUpState)
    .mutation(({ ctx, input }) => completeSetUpStep(ctx.deps, ctx.caller, input)),

  testPayouts: asOwner
    .input(testPayoutsInput)
    .output(payoutTest)
    .mutation(({ ctx, input }) => testPayouts(ctx.deps, ctx.caller, input?.method)),

  sendTestMail: asOwner
    .input(sendTestMailInput)
    .output(mailTest)
    .mutation(({ ctx, input }) => sendTestMail(ctx.deps, ctx.caller, input)),

  finishSetUp: asOwner
    .input(finishSetUpInput)
    .output(setUpState)
    .mutation(({ ctx, input }) => finishSetUp(ctx.deps, ctx.caller, input)),
}
