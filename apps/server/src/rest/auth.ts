import { loginInput, message, session, signupInput, signupResult, user } from '@chuma/contract/auth/auth'
import { logIn } from '@chuma/core/auth/log-in'
import { logOut } from '@chuma/core/auth/log-out'
import { requireMember } from '@chuma/core/auth/require-member'
import { restoreAccount } from '@chuma/core/auth/restore-account'
import { signUp } from '@chuma/core/auth/sign-up/sign-up'
import { getUser } from '@chuma/db/queries/account/members'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

export const authRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/auth/user',
    { schema: { tags: ['auth'], summary: 'Who I am and what I have earned', response: { 200: user } } },
    (request) => getUser(deps.db, requireMember(request.caller).memberId),
  )

  app.post(
    '/auth/signup',
    {
      schema: {
        security: [],
        tags: ['auth'],
        summary: 'Sign up',
        description:
          'Answers a taken address like a free one; its owner is told by mail. Where no address has to be verified first, a free one gets a session and a taken one does not.',
        body: signupInput,
        response: { 200: signupResult },
      },
    },
    (request) => signUp(deps, request.caller, request.body),
  )

  // Where the specified pages send a caller who was refused (SPEC §7).
  app.get('/login', { schema: { hide: true } }, (_request, reply) => reply.redirect('/login'))

  app.post(
    '/auth/login',
    {
      config: {
        errors: ['ACCOUNT_CLOSING', 'ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'INVALID_CREDENTIALS'],
      },
      schema: {
        security: [],
        tags: ['auth'],
        summary: 'Sign in',
        body: loginInput,
        response: { 200: session },
      },
    },
    (request) => logIn(deps, request.caller, request.body),
  )

  app.post(
    '/auth/restore',
    {
      config: { errors: ['ACCOUNT_SUSPENDED', 'EMAIL_NOT_VERIFIED', 'INVALID_CREDENTIALS'] },
      schema: {
        security: [],
        tags: ['auth'],
        summary: 'Keep an account that is going to be deleted, and sign in',
        body: loginInput,
        response: { 200: session },
      },
    },
    (request) => restoreAccount(deps, request.caller, request.body),
  )

  app.post(
    '/auth/logout',
    { schema: { tags: ['auth'], summary: 'End this session', response: { 200: message } } },
    (request) => logOut(deps, requireMember(request.caller)),
  )
}
