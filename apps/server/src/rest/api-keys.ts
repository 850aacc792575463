import { apiKey, apiKeyIdInput, createApiKeyInput, createdApiKey } from '@chuma/contract/admin/api-keys'
import { createApiKey } from '@chuma/core/admin/keys/create-api-key'
import { revokeApiKey } from '@chuma/core/admin/keys/revoke-api-key'
import { requireStaff } from '@chuma/core/admin/staff/require-staff'
import { listApiKeys } from '@chuma/db/queries/admin/api-keys'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { RestOptions } from './rest-options.ts'

const config = { permission: 'keys:manage' } as const

export const apiKeysRest: FastifyPluginAsyncZod<RestOptions> = async (app, { deps }) => {
  app.get(
    '/admin/api-keys',
    {
      config,
      schema: { tags: ['admin'], summary: 'Keys for scripts', response: { 200: z.array(apiKey) } },
    },
    () => listApiKeys(deps.db),
  )

  app.post(
    '/admin/api-keys',
    {
      config: { ...config, errors: ['WRONG_PASSWORD'] },
      schema: {
        tags: ['admin'],
        summary: 'Make a key',
        description: 'Needs the password once more. The token is shown in this answer only.',
        body: createApiKeyInput,
        response: { 201: createdApiKey },
      },
    },
    async (request, reply) => reply.code(201).send(await createApiKey(deps, request.caller, request.body)),
  )

  app.delete(
    '/admin/api-keys/:id',
    {
      config: { ...config, errors: ['NOT_FOUND'] },
      schema: {
        tags: ['admin'],
        summary: 'Revoke a key',
        params: apiKeyIdInput,
        response: { 200: apiKey },
      },
    },
    (request) => revokeApiKey(deps, requireStaff(request.caller, 'keys:manage'), request.params),
  )
}
