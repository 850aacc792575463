import {
  adminPremiumPayment,
  decidePremiumPaymentInput,
  endPremiumInput,
  grantPremiumInput,
  listPremiumPaymentsInput,
  memberPremium,
} from '@chuma/contract/premium/premium'
import { decidePremiumPayment } from '@chuma/core/premium/decide-premium-payment'
import { endPremium, grantPremium } from '@chuma/core/premium/grant-premium'
import { listAdminPayments } from '@chuma/db/queries/premium/premium-payments'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

/** Of `admin`: premium that is given, and payments that a person has to look into. */
export const premiumGrantProcedures = {
  grantPremium: staffProcedure('premium:grant')
    .input(grantPremiumInput)
    .output(memberPremium)
    .mutation(({ ctx, input }) =>
      grantPremium(ctx.deps, ctx.staff, { ...input, idempotencyKey: ctx.idempotencyKey }),
    ),

  endPremium: staffProcedure('premium:grant')
    .input(endPremiumInput)
    .output(memberPremium)
    .mutation(({ ctx, input }) => endPremium(ctx.deps, ctx.staff, input)),

  listPremiumPayments: staffProcedure('payouts:read')
    .input(listPremiumPaymentsInput)
    .output(z.array(adminPremiumPayment))
    .query(({ ctx, input }) => listAdminPayments(ctx.deps.db, input)),

  decidePremiumPayment: staffProcedure('premium:grant')
    .input(decidePremiumPaymentInput)
    .output(adminPremiumPayment)
    .mutation(({ ctx, input }) => decidePremiumPayment(ctx.deps, ctx.staff, input)),
}
