import { apiKey, apiKeyIdInput, createApiKeyInput, createdApiKey } from '@chuma/contract/admin/api-keys'
import { createApiKey, revokeApiKey, turnOnApiKey } from '@chuma/core/admin/keys'
import { listApiKeys } from '@chuma/db/queries/admin/api-keys'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const manageKeys = staffProcedure('keys:manage', 'critical')

/** Part of `admin`: API keys for scripts. */
export const apiKeyProcedures = {
  listApiKeys: staffProcedure('keys:manage')
    .meta({ rest: { method: 'GET', path: '/admin/api-keys', summary: 'Keys for scripts' } })
    .output(z.array(apiKey))
    .query(({ ctx }) => listApiKeys(ctx.deps.db)),

  createApiKey: manageKeys
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/api-keys',
        summary: 'Create a key',
        description: "Needs the caller's password. The token is only in this answer.",
        status: 201,
        errors: ['WRONG_PASSWORD'],
      },
    })
    .input(createApiKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.deps, ctx.caller, input)),

  revokeApiKey: manageKeys
    .meta({ rest: { method: 'DELETE', path: '/admin/api-keys/:id', summary: 'Revoke a key' } })
    .input(apiKeyIdInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.deps, ctx.staff, input)),

  turnOnApiKey: manageKeys
    .meta({
      rest: {
        method: 'POST',
        path: '/admin/api-keys/:id/turn-on',
        summary: 'Turn on a key that was in a restored backup',
      },
    })
    .input(apiKeyIdInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => turnOnApiKey(ctx.deps, ctx.staff, input)),
}
