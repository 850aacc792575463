import {
  adminPremiumPayment,
  decidePremiumPaymentInput,
  endPremiumInput,
  grantPremiumInput,
  listPremiumPaymentsInput,
  memberPremium,
} from '@chuma/contract/premium/premium'
import { endPremium, grantPremium } from '@chuma/core/premium/grant-premium'
import { decidePremiumPayment } from '@chuma/core/premium/payments'
import { listAdminPayments } from '@chuma/db/queries/premium/premium-payments'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Part of `admin`: granting premium, and deciding payments that need review. */
export const premiumGrantProcedures = {
  grantPremium: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/premium',
        summary: 'Grant a member months of premium',
        errors: ['KEY_REUSED'],
        params: { id: 'memberId' },
      },
    })
    .input(grantPremiumInput)
    .output(memberPremium)
    .mutation(({ ctx, input }) =>
      grantPremium(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  endPremium: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/users/:id/premium/end',
        summary: 'End a member’s premium now',
        errors: ['PREMIUM_STATE'],
        params: { id: 'memberId' },
      },
    })
    .input(endPremiumInput)
    .output(memberPremium)
    .mutation(({ ctx, input }) => endPremium(ctx.deps, ctx.staff, input)),

  listPremiumPayments: staffProcedure('payouts:read')
    .meta({
      rest: { method: 'GET', path: '/admin/premium-payments', summary: 'Payments for premium, oldest first' },
    })
    .input(listPremiumPaymentsInput)
    .output(z.array(adminPremiumPayment))
    .query(({ ctx, input }) => listAdminPayments(ctx.deps.db, input)),

  decidePremiumPayment: staffProcedure('premium:grant', 'sensitive')
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/premium-payments/:id/decide',
        summary: 'Grant or close a payment in review',
        errors: ['ALREADY_DECIDED', 'PREMIUM_STATE'],
      },
    })
    .input(decidePremiumPaymentInput)
    .output(adminPremiumPayment)
    .mutation(({ ctx, input }) => decidePremiumPayment(ctx.deps, ctx.staff, input)),
}
