import {
  listMemberAuditQuery,
  listMemberNotesQuery,
  listMemberWorkQuery,
  memberAuditEntry,
  memberNote,
  memberSessions,
  memberWork,
} from '@chuma/contract/account/members'
import { id } from '@chuma/contract/fields'
import { activity, listActivityInput } from '@chuma/contract/wallet/activity'
import { listMemberSessions } from '@chuma/core/account/members/list-member-sessions'
import { listMemberAudit, listMemberWork } from '@chuma/db/queries/account/admin-member'
import { listNotes } from '@chuma/db/queries/account/member-notes'
import { listActivity } from '@chuma/db/queries/wallet/activity'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const params = z.strictObject({ id })
const read = { permission: 'members:read' } as const

/** What one member did, and what was done and written about him. */
export const memberHistoryRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/users/:id/activity',
    {
      config: read,
      schema: {
        tags,
        summary: 'What moved his points, or will, newest first',
        params,
        querystring: listActivityInput,
        response: { 200: z.array(activity) },
      },
    },
    (request) => listActivity(deps.db, request.params.id, request.query),
  )

  app.get(
    '/admin/users/:id/work',
    {
      config: read,
      schema: {
        tags,
        summary: 'Surveys that he took, links that he opened or proofs that he handed in, newest first',
        params,
        querystring: listMemberWorkQuery,
        response: { 200: z.array(memberWork) },
      },
    },
    (request) => listMemberWork(deps.db, { ...request.query, memberId: request.params.id }),
  )

  app.get(
    '/admin/users/:id/sessions',
    {
      config: read,
      schema: {
        tags,
        summary: 'Where he signed in, and who else was seen on the same device',
        params,
        response: { 200: memberSessions },
      },
    },
    (request) => listMemberSessions(deps, { memberId: request.params.id }),
  )

  app.get(
    '/admin/users/:id/audit',
    {
      config: { permission: 'audit:read' },
      schema: {
        tags,
        summary: 'What was decided about him, newest first',
        params,
        querystring: listMemberAuditQuery,
        response: { 200: z.array(memberAuditEntry) },
      },
    },
    (request) => listMemberAudit(deps.db, { ...request.query, memberId: request.params.id }),
  )

  app.get(
    '/admin/users/:id/notes',
    {
      config: read,
      schema: {
        tags,
        summary: 'What staff wrote down about a member, newest first',
        params,
        querystring: listMemberNotesQuery,
        response: { 200: z.array(memberNote) },
      },
    },
    (request) => listNotes(deps.db, { ...request.query, memberId: request.params.id }),
  )
}
