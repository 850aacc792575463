import { accountExport } from '@chuma/contract/account/account-export'
import { requestDeletionInput, requestedDeletion } from '@chuma/contract/account/deletion'
import { requestDeletion } from '@chuma/core/account/deletion/request-deletion'
import { exportData } from '@chuma/core/account/export/export-data'
import { requireMember } from '@chuma/core/auth/require-member'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RestOptions } from './rest-options.ts'

/** Taking one's data along, and going. */
export const myDataRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  // Before the body is read: a stranger learns nothing about what it should have been.
  app.addHook('onRequest', async (request) => void requireMember(request.caller))

  app.get(
    '/account/export',
    {
      schema: {
        tags: ['account'],
        summary: 'Everything that you hold on me, as a file',
        response: { 200: accountExport },
      },
    },
    async (request, reply) => {
      const data = await exportData(deps, requireMember(request.caller))
      const disposition = `attachment; filename="chuma-data-${data.exportedOn}.json"`
      return reply.header('content-disposition', disposition).send(data)
    },
  )

  app.post(
    '/account/deletion',
    {
      config: { errors: ['WRONG_PASSWORD'] },
      schema: {
        tags: ['account'],
        summary: 'Delete my account',
        description:
          'Needs the password. Signs every device out at once; until `deletionDueAt` the account can still be kept.',
        body: requestDeletionInput,
        response: { 200: requestedDeletion },
      },
    },
    (request) => requestDeletion(deps, request.caller, request.body),
  )
}
