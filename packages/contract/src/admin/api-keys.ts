import * as z from 'zod'
import { enteredPassword, id, line } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { KEY_PERMISSIONS, PERMISSIONS } from './permissions.ts'

export const createApiKeyInput = z.strictObject({
  name: line(60),
  permissions: z
    .array(z.enum(KEY_PERMISSIONS))
    .min(1)
    .max(KEY_PERMISSIONS.length, refuse('REPEATED'))
    .refine((permissions) => new Set(permissions).size === permissions.length, refuse('REPEATED')),
  expiresInDays: z.int(refuse('NOT_WHOLE_DAYS')).min(1).max(365),
  /** The password of the staff member who creates it. */
  password: enteredPassword,
})
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  createdBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedAddress: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

/** `token` is shown only here. */
export const createdApiKey = apiKey.extend({ token: z.string() })
export type CreatedApiKey = z.infer<typeof createdApiKey>

export const apiKeyIdInput = z.strictObject({ id })
