import { payPremiumInput, premium, premiumPayment } from '@chuma/contract/premium/premium'
import { cancelPremium, getPremium } from '@chuma/core/premium/own-premium'
import { payPremium } from '@chuma/core/premium/payments'
import { memberProcedure, router } from '../../trpc.ts'

export const premiumRouter = router({
  getPremium: memberProcedure
    .meta({ rest: { method: 'GET', path: '/premium', summary: 'My premium and my last payment for it' } })
    .output(premium)
    .query(({ ctx }) => getPremium(ctx.deps, ctx.member)),

  payPremium: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/premium/payments',
        summary: 'Pay for premium on a phone',
        description: 'While a payment is open a repeat returns it. Follow it with GET /api/premium.',
        errors: ['CLOSED', 'PAYMENT_OPEN', 'KEY_REUSED'],
      },
    })
    .input(payPremiumInput)
    .output(premiumPayment)
    .mutation(({ ctx, input }) =>
      payPremium(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  cancelPremium: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/premium/cancel',
        summary: 'Cancel premium at its end',
        errors: ['PREMIUM_STATE'],
      },
    })
    .output(premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: true })),

  resumePremium: memberProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/premium/resume',
        summary: 'Undo the cancellation of premium',
        errors: ['PREMIUM_STATE'],
      },
    })
    .output(premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: false })),
})
