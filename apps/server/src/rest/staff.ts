import {
  createStaffInput,
  issuedPassword,
  setStaffRoleBody,
  staffAccount,
  staffIdInput,
} from '@chuma/contract/admin/staff'
import { issueStaff } from '@chuma/core/admin/staff/create-staff'
import { disableStaff } from '@chuma/core/admin/staff/disable-staff'
import { enableStaff } from '@chuma/core/admin/staff/enable-staff'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { resetStaff } from '@chuma/core/admin/staff/reset-staff'
import { setStaffRole } from '@chuma/core/admin/staff/set-staff-role'
import { listStaff } from '@chuma/db/queries/admin/staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const config = { permission: 'staff:manage' } as const
const tags = ['admin']
const oneAccount = { tags, params: staffIdInput, response: { 200: staffAccount } }

export const staffRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/staff',
    {
      config,
      schema: { tags, summary: 'Staff accounts', response: { 200: z.array(staffAccount) } },
    },
    () => listStaff(deps.db),
  )

  app.post(
    '/admin/staff',
    {
      config,
      schema: {
        tags,
        summary: 'Make a staff account',
        description: 'Its first password is shown in this answer only, and expires in 7 days.',
        body: createStaffInput,
        response: { 201: issuedPassword },
      },
    },
    async (request, reply) => {
      const staff = requireStaff(request.caller, 'staff:manage')
      return reply.code(201).send(await issueStaff(deps, staff, request.body))
    },
  )

  app.put(
    '/admin/staff/:id/role',
    {
      config: { ...config, errors: ['LAST_OWNER', 'NOT_FOUND'] },
      schema: { ...oneAccount, summary: 'Change what somebody may do', body: setStaffRoleBody },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'staff:manage')
      return setStaffRole(deps, staff, { ...request.body, id: request.params.id })
    },
  )

  app.post(
    '/admin/staff/:id/disable',
    {
      config: { ...config, errors: ['ACCOUNT_STATE', 'LAST_OWNER', 'NOT_FOUND'] },
      schema: { ...oneAccount, summary: 'Close a staff account' },
    },
    (request) => disableStaff(deps, requireStaff(request.caller, 'staff:manage'), request.params),
  )

  app.post(
    '/admin/staff/:id/enable',
    {
      config: { ...config, errors: ['ACCOUNT_STATE', 'LAST_OWNER', 'NOT_FOUND'] },
      schema: { ...oneAccount, summary: 'Open a staff account again' },
    },
    (request) => enableStaff(deps, requireStaff(request.caller, 'staff:manage'), request.params),
  )

  app.post(
    '/admin/staff/:id/reset',
    {
      config: { ...config, errors: ['LAST_OWNER', 'NOT_FOUND', 'OWN_ACCOUNT'] },
      schema: {
        tags,
        summary: 'Give somebody a new first password',
        description: 'Removes his second factor, ends his sessions and opens his account.',
        params: staffIdInput,
        response: { 200: issuedPassword },
      },
    },
    (request) => resetStaff(deps, requireStaff(request.caller, 'staff:manage'), request.params),
  )
}
