import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { WebhookEventType } from '../../column-types.ts'
import { isSealedWithLostKey } from '../secrets.ts'

const LONGEST_LIST = 200

const endpointColumns = [
  'endpointId as id',
  'name',
  'url',
  'events',
  'isActive',
  'disabledReason',
  'failingSince',
  'formerSecretUntil',
  'version',
  'createdBy',
  'createdAt',
  isSealedWithLostKey('webhook_endpoint.secret').as('isSecretLost'),
] as const

/** List newest first, without retired ones, never with a secret. */
export function listWebhooks(db: Db) {
  return db
    .selectFrom('webhookEndpoint')
    .select(endpointColumns)
    .where('retiredAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('endpointId', 'desc')
    .limit(LONGEST_LIST)
    .execute()
}

type Settings = { name: string; url: string; events: WebhookEventType[] }

type NewWebhook = Settings & { endpointId: string; secret: string; createdBy: string }

export function insertWebhook(trx: Trx, endpoint: NewWebhook) {
  return trx
    .insertInto('webhookEndpoint')
    .values(endpoint)
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()
}

/** Serialises changes to the endpoint and what is recorded about its deliveries. Lock it before them. */
export function lockWebhook(trx: Trx, endpointId: string) {
  return trx
    .selectFrom('webhookEndpoint')
    .select(endpointColumns)
    .where('endpointId', '=', endpointId)
    .where('retiredAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The reason why it was switched off automatically is cleared: saving it means that someone has seen it. */
export function updateWebhook(
  trx: Trx,
  endpointId: string,
  { wasActive, ...settings }: Settings & { isActive: boolean; wasActive: boolean },
) {
  return trx
    .updateTable('webhookEndpoint')
    .set({
      ...settings,
      disabledReason: null,
      version: sql<number>`version + 1`,
      ...(wasActive ? {} : { failingSince: null }),
    })
    .where('endpointId', '=', endpointId)
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()
}

/** Find the sealed secret of a webhook that the transaction has locked. */
export function findSecret(trx: Trx, endpointId: string): Promise<string> {
  return trx
    .selectFrom('webhookEndpoint')
    .select('secret')
    .where('endpointId', '=', endpointId)
    .executeTakeFirstOrThrow()
    .then(({ secret }) => secret)
}

type Replacement = { secret: string; formerSecret: string | null; hours: number }

/** Replace the secret. The former one keeps signing for these hours; the one before it does not. */
export function replaceSecret(trx: Trx, endpointId: string, { secret, formerSecret, hours }: Replacement) {
  return trx
    .updateTable('webhookEndpoint')
    .set({
      formerSecret,
      formerSecretUntil: formerSecret === null ? null : sql<Date>`now() + make_interval(hours => ${hours})`,
      secret,
    })
    .where('endpointId', '=', endpointId)
    .returning(endpointColumns)
    .executeTakeFirstOrThrow()
}

export function retireWebhook(trx: Trx, endpointId: string) {
  return trx
    .updateTable('webhookEndpoint')
    .set({ isActive: false, disabledReason: null, retiredAt: sql<Date>`now()` })
    .where('endpointId', '=', endpointId)
    .execute()
}

/** Record a message that was sent and not accepted. The first failure since a success starts the clock. */
export async function noteFailing(trx: Trx, endpointId: string, patienceHours: number) {
  return trx
    .updateTable('webhookEndpoint')
    .set({ failingSince: sql<Date>`least(failing_since, now())` })
    .where('endpointId', '=', endpointId)
    .returning([
      'isActive',
      sql<boolean>`failing_since <= now() - make_interval(hours => ${patienceHours})`.as('isGivenUp'),
    ])
    .executeTakeFirstOrThrow()
}

export function noteArrival(db: Db, endpointId: string) {
  return db
    .updateTable('webhookEndpoint')
    .set({ failingSince: null })
    .where('endpointId', '=', endpointId)
    .where('failingSince', 'is not', null)
    .execute()
}

/** Switch a webhook off. The new version makes a form that was opened before this fail. */
export function disableWebhook(trx: Trx, endpointId: string, disabledReason: string) {
  return trx
    .updateTable('webhookEndpoint')
    .set({ isActive: false, disabledReason, version: sql<number>`version + 1` })
    .where('endpointId', '=', endpointId)
    .execute()
}

/** Write the webhook `books.root`, in the transaction that keeps the root. */
export async function tellOfRoot(trx: Trx, day: string, root: object): Promise<void> {
  await sql`select tell_webhooks('books.root', ${day}, ${JSON.stringify({ day, ...root })}::jsonb)`.execute(
    trx,
  )
}

type StaffChange = { action: string; actor: string; subject: string; changedAt: string }

/** Write the webhook `staff.changed`, in the transaction of the change. */
export async function tellOfStaffChange(trx: Trx, change: StaffChange): Promise<void> {
  await sql`
    select tell_webhooks('staff.changed', id::text, jsonb_build_object('changeId', id) || ${JSON.stringify(change)}::jsonb)
    from (select gen_random_uuid() as id offset 0) fresh
  `.execute(trx)
}
