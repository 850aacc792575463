import { changePasswordInput, memberSession, sessionRef } from '@chuma/contract/account/account'
import { staffLoginInput, staffSession } from '@chuma/contract/admin/admin'
import { signedInStaffMember } from '@chuma/contract/admin/staff'
import { message } from '@chuma/contract/auth/auth'
import { changeStaffPassword } from '@chuma/core/admin/staff/change-staff-password'
import { endStaffSession } from '@chuma/core/admin/staff/end-staff-session'
import { getStaffMember } from '@chuma/core/admin/staff/get-staff-member'
import { listStaffSessions } from '@chuma/core/admin/staff/list-staff-sessions'
import { logInStaff } from '@chuma/core/admin/staff/log-in-staff'
import { logOutStaff } from '@chuma/core/admin/staff/log-out-staff'
import {
  requireNewStaffAccount,
  requireNewStaffPerson,
  requireStaffAccount,
} from '@chuma/core/admin/staff/require-staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

/** What concerns the one who is signed in on the staff's side, and nobody else. */
export const staffAccountRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  const newcomer = { guard: requireNewStaffAccount }
  const tags = ['admin']

  app.post(
    '/admin/login',
    {
      config: { errors: ['INVALID_STAFF_CREDENTIALS', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_REQUIRED'] },
      schema: {
        security: [],
        tags,
        summary: 'Sign in as staff',
        description:
          'Answers 401 with SECOND_FACTOR_REQUIRED when the password is right and a `code` is needed as well.',
        body: staffLoginInput,
        response: { 200: staffSession },
      },
    },
    (request) => logInStaff(deps, request.caller, request.body),
  )

  app.post(
    '/admin/logout',
    { config: newcomer, schema: { tags, summary: 'End this session', response: { 200: message } } },
    (request) => logOutStaff(deps, requireNewStaffAccount(request.caller)),
  )

  app.get(
    '/admin/me',
    {
      config: { guard: requireNewStaffPerson },
      schema: { tags, summary: 'Who I am and what I may do', response: { 200: signedInStaffMember } },
    },
    (request) => getStaffMember(request.caller),
  )

  app.put(
    '/admin/password',
    {
      config: { ...newcomer, errors: ['WRONG_PASSWORD'] },
      schema: {
        tags,
        summary: 'Change my password',
        description: 'Ends every session of the account and answers with a new one.',
        body: changePasswordInput,
        response: { 200: staffSession },
      },
    },
    (request) => changeStaffPassword(deps, request.caller, request.body),
  )

  app.get(
    '/admin/sessions',
    {
      config: { guard: requireStaffAccount },
      schema: { tags, summary: 'Where I am signed in', response: { 200: z.array(memberSession) } },
    },
    (request) => listStaffSessions(deps, requireStaffAccount(request.caller)),
  )

  app.delete(
    '/admin/sessions/:id',
    {
      config: { guard: requireStaffAccount, errors: ['NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Sign out one of my devices',
        params: sessionRef,
        response: { 200: message },
      },
    },
    (request) => endStaffSession(deps, requireStaffAccount(request.caller), request.params),
  )
}
