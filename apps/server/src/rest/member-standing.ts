import { memberStanding, setMemberRoleBody, suspendMemberBody } from '@chuma/contract/account/member-standing'
import { message } from '@chuma/contract/auth/auth'
import { id } from '@chuma/contract/fields'
import { endMemberSessions } from '@chuma/core/account/members/end-member-sessions'
import { restoreMember } from '@chuma/core/account/members/restore-member'
import { setMemberRole } from '@chuma/core/account/members/set-member-role'
import { suspendMember } from '@chuma/core/account/members/suspend-member'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const params = z.strictObject({ id })

export const memberStandingRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.put(
    '/admin/users/:id/role',
    {
      config: { permission: 'staff:manage', errors: ['ACCOUNT_STATE', 'NOT_FOUND', 'OWN_ACCOUNT'] },
      schema: {
        tags: ['admin'],
        summary: 'Make a member admin, or end it',
        params,
        body: setMemberRoleBody,
        response: { 200: memberStanding },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'staff:manage')
      return setMemberRole(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.post(
    '/admin/users/:id/suspend',
    {
      config: { permission: 'members:suspend', errors: ['ACCOUNT_STATE', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Keep a member out',
        description: 'Ends his sessions and mails him the reason. His points stay his.',
        params,
        body: suspendMemberBody,
        response: { 200: memberStanding },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return suspendMember(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.post(
    '/admin/users/:id/restore',
    {
      config: { permission: 'members:suspend', errors: ['ACCOUNT_STATE', 'NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Let a member in again',
        params,
        response: { 200: memberStanding },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return restoreMember(deps, staff, { memberId: request.params.id })
    },
  )

  app.post(
    '/admin/users/:id/end-sessions',
    {
      config: { permission: 'members:suspend', errors: ['NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Sign a member out everywhere',
        params,
        response: { 200: message },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:suspend')
      return endMemberSessions(deps, staff, { memberId: request.params.id })
    },
  )
}
