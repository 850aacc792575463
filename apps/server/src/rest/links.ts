import {
  message,
  redeemedLink,
  redeemLinkInput,
  requestLinkInput,
  resendVerificationInput,
  resetPasswordInput,
  session,
} from '@chuma/contract/auth/auth'
import { redeemLink } from '@chuma/core/auth/links/redeem-link'
import { requestLink } from '@chuma/core/auth/links/request-link'
import { resetPassword } from '@chuma/core/auth/passwords/reset-password'
import { requireMember } from '@chuma/core/auth/require-member'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

const open = { security: [], tags: ['auth'] }

/** Links that are mailed, and what they open. */
export const linksRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.post(
    '/auth/resend-verification',
    {
      schema: {
        ...open,
        summary: 'Mail a new verification link',
        body: resendVerificationInput,
        response: { 200: message },
      },
    },
    (request) => requestLink(deps, request.caller, { ...request.body, purpose: 'verify-email' }),
  )

  app.post(
    '/auth/redeem-link',
    {
      config: { errors: ['ACCOUNT_CLOSING', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'LINK_INVALID'] },
      schema: {
        ...open,
        summary: 'Exchange the token of a mailed link for a session',
        description: '`purpose` says what the link was mailed for, and so what comes next.',
        body: redeemLinkInput,
        response: { 200: redeemedLink },
      },
    },
    (request) => redeemLink(deps, request.caller, request.body),
  )

  app.post(
    '/auth/sign-in-link',
    {
      schema: {
        ...open,
        summary: 'Mail a link that signs in without a password',
        description: 'Answers every address alike.',
        body: requestLinkInput,
        response: { 200: message },
      },
    },
    (request) => requestLink(deps, request.caller, { ...request.body, purpose: 'sign-in' }),
  )

  app.post(
    '/auth/forgot-password',
    {
      schema: {
        ...open,
        summary: 'Mail a link to set a new password',
        description: 'Answers every address alike.',
        body: requestLinkInput,
        response: { 200: message },
      },
    },
    (request) => requestLink(deps, request.caller, { ...request.body, purpose: 'reset-password' }),
  )

  app.post(
    '/auth/reset-password',
    {
      config: { errors: ['LINK_INVALID'] },
      onRequest: async (request) => void requireMember(request.caller),
      schema: {
        tags: ['auth'],
        summary: 'Set a new password after a reset link',
        description:
          'With the session that the link opened, within ten minutes. Ends every session and answers a new one.',
        body: resetPasswordInput,
        response: { 200: session },
      },
    },
    (request) => resetPassword(deps, request.caller, request.body),
  )
}
