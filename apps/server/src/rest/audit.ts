import { auditEntry, exportAuditInput, listAuditInput } from '@chuma/contract/admin/audit'
import { exportAudit } from '@chuma/core/admin/audit/export-audit'
import { listAudit } from '@chuma/core/admin/audit/list-audit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const tags = ['admin']
const config = { permission: 'audit:read' } as const

/** What the staff did. Nothing of it can be changed. */
export const auditRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/audit',
    {
      config,
      schema: {
        tags,
        summary: 'Who did what, newest first',
        querystring: listAuditInput,
        response: { 200: z.array(auditEntry) },
      },
    },
    (request) => listAudit(deps, request.query),
  )

  app.get(
    '/admin/audit.csv',
    {
      config,
      schema: {
        produces: ['text/csv'],
        tags,
        summary: 'The same as a table',
        description: 'At most 50,000 rows: ask for more month by month.',
        querystring: exportAuditInput,
        response: { 200: z.string() },
      },
    },
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="chuma-audit.csv"')
        .serializer((text: string) => text)
        .send(await exportAudit(deps, request.query)),
  )
}
