import { apiKey, apiKeyIdInput, createApiKeyInput, createdApiKey } from '@chuma/contract/admin/api-keys'
import { createApiKey } from '@chuma/core/admin/keys/create-api-key'
import { revokeApiKey } from '@chuma/core/admin/keys/revoke-api-key'
import { listApiKeys } from '@chuma/db/queries/admin/api-keys'
import * as z from 'zod'
import { staffProcedure } from '../../trpc.ts'

const manageKeys = staffProcedure('keys:manage')

/** Of `admin`: keys for scripts. */
export const apiKeyProcedures = {
  listApiKeys: manageKeys.output(z.array(apiKey)).query(({ ctx }) => listApiKeys(ctx.deps.db)),

  createApiKey: manageKeys
    .input(createApiKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.deps, ctx.caller, input)),

  revokeApiKey: manageKeys
    .input(apiKeyIdInput)
    .output(apiKey)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.deps, ctx.staff, input)),
}
