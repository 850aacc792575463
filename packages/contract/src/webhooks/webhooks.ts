import * as z from 'zod'
import { id, line } from '../fields.ts'
import { refuse } from '../problems.ts'
import { isSafeUrl } from '../safe-url.ts'
import { timestamp } from '../timestamp.ts'

/** What an endpoint can ask to be told of. */
export const WEBHOOK_EVENTS = ['withdrawal.paid', 'survey.completed', 'member.verified'] as const
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const

/** Tries of one delivery; the wait after each is in the documentation. */
export const WEBHOOK_ATTEMPTS = 10
/** So long a secret that was replaced goes on signing. */
export const WEBHOOK_ROTATION_HOURS = 24

const settings = {
  name: line(80),
  url: z
    .string()
    .max(2048)
    .transform((url) => url.trim())
    .pipe(z.string().refine(isSafeUrl, refuse('NOT_HTTPS'))),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length, refuse('REPEATED'))
    .refine((events) => new Set(events).size === events.length, refuse('REPEATED')),
}

export const createWebhookInput = z.strictObject(settings)
export type CreateWebhookInput = z.infer<typeof createWebhookInput>

export const updateWebhookInput = z.strictObject({
  ...settings,
  isActive: z.boolean(),
  /** Of the settings that these were made from. */
  version: z.int().min(1),
  id,
})
export type UpdateWebhookInput = z.infer<typeof updateWebhookInput>

export const webhookIdInput = z.strictObject({ id })

export const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Why the program switched it off by itself; null: it did not. */
  disabledReason: z.string().nullable(),
  /** Of the first call that failed since one last arrived. */
  failingSince: timestamp.nullable(),
  /** Until then messages bear a second signature, with the secret before this one. */
  formerSecretUntil: timestamp.nullable(),
  /** Of these settings: it goes back with what is changed. */
  version: z.int(),
  createdBy: z.string(),
  createdAt: timestamp,
})
export type Webhook = z.infer<typeof webhook>

/** `secret` is shown here and never again. */
export const issuedWebhook = webhook.extend({ secret: z.string() })
export type IssuedWebhook = z.infer<typeof issuedWebhook>

export const webhookDelivery = z.object({
  id: z.uuid(),
  endpointId: z.uuid(),
  endpointName: z.string(),
  /** The `webhook-id` that the receiver sees: the same for every try and every replay. */
  eventId: z.uuid(),
  type: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  state: z.enum(WEBHOOK_STATES),
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  /** How the last answer began, without the secret. */
  lastAnswer: z.string().nullable(),
  lastError: z.string().nullable(),
  /** The delivery that a person had sent again. */
  replayOf: z.uuid().nullable(),
  createdAt: timestamp,
  /** Null once it is settled. */
  nextAttemptAt: timestamp.nullable(),
  settledAt: timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const listWebhookDeliveriesInput = z.strictObject({
  endpointId: id.optional(),
  state: z.enum(WEBHOOK_STATES).optional(),
  /** The `id` of the last row of the page before. */
  after: id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type ListWebhookDeliveriesInput = z.infer<typeof listWebhookDeliveriesInput>

export const replayFailedInput = z.strictObject({
  /** Those that were made since then. */
  since: z.iso.datetime({ offset: true }),
  id,
})
export type ReplayFailedInput = z.infer<typeof replayFailedInput>

/** As many as are replayed by one call. */
export const REPLAYED_AT_ONCE = 1000
export const replayedFailed = z.object({ replayed: z.int() })
