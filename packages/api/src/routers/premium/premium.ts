import * as premium from '@chuma/contract/premium/premium'
import { endPremium, grantPremium } from '@chuma/core/premium/grant-premium'
import { cancelPremium, getPremium } from '@chuma/core/premium/own-premium'
import { decidePremiumPayment, payPremium } from '@chuma/core/premium/payments'
import { listAdminPayments } from '@chuma/db/queries/premium/premium-payments'
import * as z from 'zod'
import { route } from '../../meta.ts'
import { memberProcedure, router, staffProcedure } from '../../trpc.ts'

export const premiumRouter = router({
  getPremium: memberProcedure
    .meta({ rest: route('GET /premium', 'My premium and my last payment for it') })
    .output(premium.premium)
    .query(({ ctx }) => getPremium(ctx.deps, ctx.member)),

  payPremium: memberProcedure
    .meta({
      rest: route('POST /premium/payments', 'Pay for premium on a phone', {
        description: 'While a payment is open a repeat returns it. Follow it with GET /api/premium.',
        errors: ['CLOSED', 'PAYMENT_OPEN', 'KEY_REUSED'],
      }),
    })
    .input(premium.payPremiumInput)
    .output(premium.premiumPayment)
    .mutation(({ ctx, input }) =>
      payPremium(ctx.deps, ctx.member, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  cancelPremium: memberProcedure
    .meta({ rest: route('POST /premium/cancel', 'Cancel premium at its end', { errors: ['PREMIUM_STATE'] }) })
    .output(premium.premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: true })),

  resumePremium: memberProcedure
    .meta({
      rest: route('POST /premium/resume', 'Undo the cancellation of premium', { errors: ['PREMIUM_STATE'] }),
    })
    .output(premium.premium)
    .mutation(({ ctx }) => cancelPremium(ctx.deps, ctx.member, { isCancelled: false })),
})

/** Part of `admin`: granting premium, and deciding payments that need review. */
export const premiumGrantProcedures = {
  grantPremium: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/premium', 'Grant a member months of premium', {
        errors: ['KEY_REUSED'],
        params: { id: 'memberId' },
      }),
    })
    .input(premium.grantPremiumInput)
    .output(premium.memberPremium)
    .mutation(({ ctx, input }) =>
      grantPremium(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  endPremium: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: route('POST /admin/users/:id/premium/end', 'End a member’s premium now', {
        errors: ['PREMIUM_STATE'],
        params: { id: 'memberId' },
      }),
    })
    .input(premium.endPremiumInput)
    .output(premium.memberPremium)
    .mutation(({ ctx, input }) => endPremium(ctx.deps, ctx.staff, input)),

  listPremiumPayments: staffProcedure('payouts:read')
    .meta({ rest: route('GET /admin/premium-payments', 'Payments for premium, oldest first') })
    .input(premium.listPremiumPaymentsInput)
    .output(z.array(premium.adminPremiumPayment))
    .query(({ ctx, input }) => listAdminPayments(ctx.deps.db, input)),

  decidePremiumPayment: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: route('POST /admin/premium-payments/:id/decide', 'Grant or close a payment in review', {
        errors: ['ALREADY_DECIDED', 'PREMIUM_STATE'],
      }),
    })
    .input(premium.decidePremiumPaymentInput)
    .output(premium.adminPremiumPayment)
    .mutation(({ ctx, input }) => decidePremiumPayment(ctx.deps, ctx.staff, input)),
}
