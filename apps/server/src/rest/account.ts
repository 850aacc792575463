import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { message, session } from '@chuma/contract/auth/auth'
import { changePassword } from '@chuma/core/account/change-password'
import { endOtherSessions } from '@chuma/core/account/end-other-sessions'
import { endSession } from '@chuma/core/account/end-session'
import { listSessions } from '@chuma/core/account/list-sessions'
import { requireMember } from '@chuma/core/auth/require-member'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

export const accountRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.post(
    '/account/password',
    {
      config: { errors: ['WRONG_PASSWORD'] },
      schema: {
        tags: ['account'],
        summary: 'Change my password',
        description: 'Ends every session, this one too, and answers a new one.',
        body: changePasswordInput,
        response: { 200: session },
      },
    },
    (request) => changePassword(deps, request.caller, request.body),
  )

  app.get(
    '/account/sessions',
    {
      schema: {
        tags: ['account'],
        summary: 'Where I am signed in, the device used last first',
        response: { 200: z.array(memberSession) },
      },
    },
    (request) => listSessions(deps, requireMember(request.caller)),
  )

  app.delete(
    '/account/sessions/:id',
    {
      config: { errors: ['NOT_FOUND'] },
      schema: {
        tags: ['account'],
        summary: 'Sign one of my devices out',
        params: sessionRef,
        response: { 200: message },
      },
    },
    (request) => endSession(deps, requireMember(request.caller), request.params),
  )

  app.post(
    '/account/sessions/end-others',
    {
      schema: {
        tags: ['account'],
        summary: 'Sign me out everywhere but here',
        response: { 200: message },
      },
    },
    (request) => endOtherSessions(deps, requireMember(request.caller)),
  )
}
