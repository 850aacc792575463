import { id } from '@chuma/contract/fields'
import {
  adminPremiumPayment,
  decidePremiumPaymentBody,
  endPremiumBody,
  grantPremiumBody,
  listPremiumPaymentsInput,
  memberPremium,
  payPremiumInput,
  premium,
  premiumPayment,
} from '@chuma/contract/premium/premium'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { requireMember } from '@chuma/core/auth/require-member'
import { cancelPremium } from '@chuma/core/premium/cancel-premium'
import { decidePremiumPayment } from '@chuma/core/premium/decide-premium-payment'
import { getPremium } from '@chuma/core/premium/get-premium'
import { endPremium, grantPremium } from '@chuma/core/premium/grant-premium'
import { payPremium } from '@chuma/core/premium/pay-premium'
import { listAdminPayments } from '@chuma/db/queries/premium/premium-payments'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const premiumRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  const tags = ['premium']
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/premium',
    { schema: { tags, summary: 'My premium and my last payment for it', response: { 200: premium } } },
    (request) => getPremium(deps, requireMember(request.caller)),
  )

  app.post(
    '/premium/payments',
    {
      config: { errors: ['CLOSED', 'PAYMENT_OPEN', 'KEY_REUSED'] },
      schema: {
        tags,
        summary: 'Pay for premium on a telephone',
        description: 'While a payment is open a repeat answers that one. Follow it with GET /api/premium.',
        body: payPremiumInput,
        response: { 200: premiumPayment },
      },
    },
    (request) =>
      payPremium(deps, requireMember(request.caller), {
        ...request.body,
        idempotencyKey: request.idempotencyKey,
      }),
  )

  app.post(
    '/premium/cancel',
    {
      config: { errors: ['PREMIUM_STATE'] },
      schema: { tags, summary: 'Let premium end on its day', response: { 200: premium } },
    },
    (request) => cancelPremium(deps, requireMember(request.caller), { isCancelled: true }),
  )

  app.post(
    '/premium/resume',
    {
      config: { errors: ['PREMIUM_STATE'] },
      schema: { tags, summary: 'Go on with premium after all', response: { 200: premium } },
    },
    (request) => cancelPremium(deps, requireMember(request.caller), { isCancelled: false }),
  )
}

const params = z.strictObject({ id })

export const premiumGrantsRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/admin/users/:id/premium',
    {
      config: { permission: 'premium:grant', errors: ['NOT_FOUND', 'KEY_REUSED'] },
      schema: {
        tags: ['admin'],
        summary: 'Give a member months of premium',
        params,
        body: grantPremiumBody,
        response: { 200: memberPremium },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'premium:grant')
      return grantPremium(deps, staff, {
        ...request.body,
        memberId: request.params.id,
        idempotencyKey: request.idempotencyKey,
      })
    },
  )

  app.post(
    '/admin/users/:id/premium/end',
    {
      config: { permission: 'premium:grant', errors: ['NOT_FOUND', 'PREMIUM_STATE'] },
      schema: {
        tags: ['admin'],
        summary: 'End a member’s premium now',
        params,
        body: endPremiumBody,
        response: { 200: memberPremium },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'premium:grant')
      return endPremium(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.get(
    '/admin/premium-payments',
    {
      config: { permission: 'payouts:read' },
      schema: {
        tags: ['admin'],
        summary: 'Payments for premium, oldest first',
        querystring: listPremiumPaymentsInput,
        response: { 200: z.array(adminPremiumPayment) },
      },
    },
    (request) => {
      requireStaff(request.caller, 'payouts:read')
      return listAdminPayments(deps.db, request.query)
    },
  )

  app.post(
    '/admin/premium-payments/:id/decide',
    {
      config: { permission: 'premium:grant', errors: ['ALREADY_DECIDED', 'NOT_FOUND', 'PREMIUM_STATE'] },
      schema: {
        tags: ['admin'],
        summary: 'Grant or close a payment that a person had to look into',
        params,
        body: decidePremiumPaymentBody,
        response: { 200: adminPremiumPayment },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'premium:grant')
      return decidePremiumPayment(deps, staff, { ...request.body, id: request.params.id })
    },
  )
}
