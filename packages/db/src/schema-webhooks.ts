import type { WEBHOOK_EVENTS, WEBHOOK_STATES } from '@chuma/contract/webhooks/webhooks'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Set by the database, never by a caller. */
type Kept<T> = ColumnType<T, never, never>

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** What other programs of the operator are told of. */
export interface WebhookTables {
  webhookEndpoint: {
    endpointId: Kept<string>
    name: string
    url: string
    secret: string
    formerSecret: Generated<string | null>
    formerSecretUntil: Generated<Date | null>
    events: WebhookEventType[]
    isActive: Generated<boolean>
    disabledReason: Generated<string | null>
    failingSince: Generated<Date | null>
    version: Generated<number>
    createdBy: string
    createdAt: Kept<Date>
    retiredAt: Generated<Date | null>
  }
  webhookEvent: {
    eventId: Kept<string>
    type: WebhookEventType | 'webhook.test'
    sourceKey: string
    data: JSONColumnType<object, string, never>
    occurredAt: Kept<Date>
  }
  webhookDelivery: {
    deliveryId: Kept<string>
    eventId: string
    endpointId: string
    replayOf: Generated<string | null>
    state: Generated<(typeof WEBHOOK_STATES)[number]>
    attempts: Generated<number>
    nextAttemptAt: Generated<Date>
    lastStatus: Generated<number | null>
    lastAnswer: Generated<string | null>
    lastError: Generated<string | null>
    createdAt: Kept<Date>
    settledAt: Generated<Date | null>
  }
}
