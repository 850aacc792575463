import {
  addMemberNoteBody,
  adminMember,
  adminUser,
  editEarningsBody,
  listMembersInput,
  memberNote,
} from '@chuma/contract/account/members'
import { id } from '@chuma/contract/fields'
import { addMemberNote } from '@chuma/core/account/members/add-member-note'
import { editEarnings } from '@chuma/core/account/members/edit-earnings'
import { getMember } from '@chuma/core/account/members/get-member'
import { listMembers } from '@chuma/core/account/members/list-members'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const params = z.strictObject({ id })

/** Who the members are, and what staff change and write down about them. */
export const membersRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/users',
    {
      config: { permission: 'members:read' },
      schema: {
        tags,
        summary: 'Members',
        description:
          '`search`: parts of a name or an address, a whole id, or an M-Pesa number. The next page starts `after` the last id of this one.',
        querystring: listMembersInput,
        response: { 200: z.array(adminUser) },
      },
    },
    (request) => listMembers(deps, request.query),
  )

  app.get(
    '/admin/users/:id',
    {
      config: { permission: 'members:read', errors: ['NOT_FOUND'] },
      schema: { tags, summary: 'One member', params, response: { 200: adminMember } },
    },
    (request) => getMember(deps, { memberId: request.params.id }),
  )

  app.put(
    '/admin/users/:id/earnings',
    {
      config: { permission: 'members:edit', errors: ['INSUFFICIENT_POINTS', 'MEMBER_STATE', 'NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Correct the points and the total of a member',
        description:
          'Both are set to what is given, each apart from the other; the difference of the points is a movement in his ledger. With `from`, what has changed meanwhile is answered with 409.',
        params,
        body: editEarningsBody,
        response: { 200: adminUser },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:edit')
      return editEarnings(deps, staff, { ...request.body, memberId: request.params.id })
    },
  )

  app.post(
    '/admin/users/:id/notes',
    {
      config: { permission: 'members:edit', errors: ['NOT_FOUND', 'KEY_REUSED'] },
      schema: {
        tags,
        summary: 'Write something down about a member',
        params,
        body: addMemberNoteBody,
        response: { 200: memberNote },
      },
    },
    (request) => {
      const staff = requireStaff(request.caller, 'members:edit')
      return addMemberNote(deps, staff, {
        ...request.body,
        memberId: request.params.id,
        idempotencyKey: request.idempotencyKey,
      })
    },
  )
}
