import { payPremiumInput, premium, premiumPayment } from '@chuma/contract/premium/premium'
import { cancelPremium } from '@chuma/core/premium/cancel-premium'
import { getPremium } from '@chuma/core/premium/get-premium'
import { payPremium } from '@chuma/core/premium/pay-premium'
import { memberProcedure, router } from '../../trpc.ts'

export const premiumRouter = router({
  getPremium: memberProcedure.output(premium).query(({ ctx }) => getPremium(ctx.deps, ctx.member)),

  payPremium: memberProcedure
    .input(payPremiumInput)
    .output(premiumPayment)
    .mutation(({ ctx, input }) =>
      payPremium(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  cancelPremium: memberProcedure
    .output(premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: true })),

  resumePremium: memberProcedure
    .output(premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: false })),
})
