import * as z from 'zod'
import { enteredPassword, id, line } from '../fields.ts'
import { refuse } from '../problems.ts'
import { timestamp } from '../timestamp.ts'
import { KEY_PERMISSIONS, mintsAndPays, PERMISSIONS } from './permissions.ts'

/** A key that nobody renews ends. */
export const MAX_KEY_DAYS = 90

export const createApiKeyInput = z.strictObject({
  name: line(60),
  permissions: z
    .array(z.enum(KEY_PERMISSIONS))
    .min(1)
    .max(KEY_PERMISSIONS.length, refuse('REPEATED'))
    .refine((permissions) => new Set(permissions).size === permissions.length, refuse('REPEATED'))
    .refine((permissions) => !mintsAndPays(permissions), refuse('KEY_MINTS_AND_PAYS')),
  expiresInDays: z.int(refuse('NOT_WHOLE_DAYS')).min(1).max(MAX_KEY_DAYS).default(MAX_KEY_DAYS),
  /** Addresses or networks (CIDR) that the key works from. Without any: everywhere. */
  networks: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], refuse('NOT_A_NETWORK')))
    .max(20)
    .default([]),
  /** The password of the staff member who creates it. */
  password: enteredPassword,
})
export type CreateApiKeyInput = z.input<typeof createApiKeyInput>

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Its owner: the key can do what they may do now, and no more. */
  createdBy: z.string(),
  networks: z.array(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  revokedAt: timestamp.nullable(),
  /** It was in a backup that was restored, and opens nothing until an owner turns it on again. */
  restoredAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  lastUsedAddress: z.string().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

/** `token` is shown only here. */
export const createdApiKey = apiKey.extend({ token: z.string() })
export type CreatedApiKey = z.infer<typeof createdApiKey>

export const apiKeyIdInput = z.strictObject({ id })
