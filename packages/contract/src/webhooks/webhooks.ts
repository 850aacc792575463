import * as z from 'zod'
import { id, line, pageOf, pastedUrl, timestamp } from '../fields.ts'
import { refuse } from '../problems.ts'
import { isSafeUrl } from '../safe-url.ts'

/** The events an endpoint can subscribe to. */
export const WEBHOOK_EVENTS = [
  'withdrawal.paid',
  'survey.completed',
  'member.verified',
  'staff.changed',
  'books.root',
] as const
export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const

/** The maximum attempts of a delivery; docs describe the wait after each. */
export const WEBHOOK_ATTEMPTS = 10
/** How long a replaced secret still signs. */
export const WEBHOOK_ROTATION_HOURS = 24

const settings = {
  name: line(80),
  url: pastedUrl.pipe(z.string().refine(isSafeUrl, refuse('NOT_HTTPS'))),
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
  /** The version of the settings that were edited. */
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
  /** Why the server disabled it; null if it did not. */
  disabledReason: z.string().nullable(),
  /** The first failed call since the last successful one. */
  failingSince: timestamp.nullable(),
  /** Until then messages carry a second signature, made with the previous secret. */
  formerSecretUntil: timestamp.nullable(),
  /** The key that sealed the secret is lost: nothing is sent until there is a new secret. */
  isSecretLost: z.boolean(),
  /** The settings' version; send it back with a change. */
  version: z.int(),
  createdBy: z.string(),
  createdAt: timestamp,
})
export type Webhook = z.infer<typeof webhook>

/** `secret` is shown only here. */
export const issuedWebhook = webhook.extend({ secret: z.string() })
export type IssuedWebhook = z.infer<typeof issuedWebhook>

export const webhookDelivery = z.object({
  id: z.uuid(),
  endpointId: z.uuid(),
  endpointName: z.string(),
  /** The receiver's `webhook-id`: the same for every attempt and every replay. */
  eventId: z.uuid(),
  type: z.enum([...WEBHOOK_EVENTS, 'webhook.test']),
  state: z.enum(WEBHOOK_STATES),
  attempts: z.int(),
  lastStatus: z.int().nullable(),
  /** The beginning of the last answer, without the secret. */
  lastAnswer: z.string().nullable(),
  lastError: z.string().nullable(),
  /** The delivery that staff replayed. */
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
  ...pageOf(20),
})
export type ListWebhookDeliveriesInput = z.infer<typeof listWebhookDeliveriesInput>

export const replayFailedInput = z.strictObject({
  /** Created since then. */
  since: z.iso.datetime({ offset: true }),
  id,
})
export type ReplayFailedInput = z.infer<typeof replayFailedInput>

/** The maximum that one call replays. */
export const REPLAYED_AT_ONCE = 1000
export const replayedFailed = z.object({ replayed: z.int() })
