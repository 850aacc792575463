import {
  confirmSecondFactorInput,
  recoveryCodes,
  secondFactorProof,
  startedSecondFactor,
  startSecondFactorInput,
} from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { confirmSecondFactor } from '@chuma/core/admin/staff/confirm-second-factor'
import { removeSecondFactor } from '@chuma/core/admin/staff/remove-second-factor'
import { renewRecoveryCodes } from '@chuma/core/admin/staff/renew-recovery-codes'
import { requireNewStaffAccount, requireStaffAccount } from '@chuma/core/admin/staff/require-staff'
import { startSecondFactor } from '@chuma/core/admin/staff/start-second-factor'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const secondFactorRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  const tags = ['admin']

  app.post(
    '/admin/second-factor',
    {
      config: { guard: requireNewStaffAccount, errors: ['SECOND_FACTOR_ON', 'WRONG_PASSWORD'] },
      schema: {
        tags,
        summary: 'Begin to set up my second factor',
        body: startSecondFactorInput,
        response: { 200: startedSecondFactor },
      },
    },
    (request) => startSecondFactor(deps, request.caller, request.body),
  )

  app.post(
    '/admin/second-factor/confirm',
    {
      config: { guard: requireNewStaffAccount, errors: ['NOT_FOUND', 'SECOND_FACTOR_ON'] },
      schema: {
        tags,
        summary: 'Turn it on with a first code',
        body: confirmSecondFactorInput,
        response: { 200: recoveryCodes },
      },
    },
    (request) => confirmSecondFactor(deps, request.caller, request.body),
  )

  app.post(
    '/admin/second-factor/remove',
    {
      config: { guard: requireStaffAccount, errors: ['NOT_FOUND', 'WRONG_PASSWORD'] },
      schema: { tags, summary: 'Turn it off', body: secondFactorProof, response: { 200: message } },
    },
    (request) => removeSecondFactor(deps, request.caller, request.body),
  )

  app.post(
    '/admin/second-factor/recovery-codes',
    {
      config: { guard: requireStaffAccount, errors: ['NOT_FOUND', 'WRONG_PASSWORD'] },
      schema: {
        tags,
        summary: 'New recovery codes in place of the old',
        body: secondFactorProof,
        response: { 200: recoveryCodes },
      },
    },
    (request) => renewRecoveryCodes(deps, request.caller, request.body),
  )
}
