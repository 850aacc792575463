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
import { completeSetUpStep } from '@chuma/core/admin/set-up/complete-set-up-step'
import { createFirstOwner } from '@chuma/core/admin/set-up/create-first-owner'
import { finishSetUp } from '@chuma/core/admin/set-up/finish-set-up'
import { getSetUp } from '@chuma/core/admin/set-up/get-set-up'
import { openSetUpLink } from '@chuma/core/admin/set-up/open-set-up-link'
import { sendTestMail, testPayouts } from '@chuma/core/admin/set-up/test-installation'
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
