import { randomUUID } from 'node:crypto'
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

/** List the types of events that a webhook wants. */
export async function listWantedEvents(db: Db): Promise<Set<WebhookEventType>> {
  const rows = await db.selectFrom('webhookEndpoint').select('events').where('isActive', '=', true).execute()
  return new Set(rows.flatMap(({ events }) => events))
}

type WebhookEvent = { type: WebhookEventType; source: string; data: object }

/** Write an event and its deliveries, once for each source, in the transaction of what it tells of. */
async function tell(trx: Trx, { type, source, data }: WebhookEvent): Promise<void> {
  await sql`select tell_webhooks(${type}, ${source}, ${JSON.stringify(data)}::jsonb)`.execute(trx)
}

/** Write the webhook `member.verified`, in the transaction that verifies the address. */
export async function tellOfVerified(trx: Trx, memberId: string): Promise<void> {
  const { verifiedAt } = await trx
    .selectFrom('member')
    .select('emailVerifiedAt as verifiedAt')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  await tell(trx, { type: 'member.verified', source: memberId, data: { memberId, verifiedAt } })
}

/**
 * Write the webhook `survey.completed`, in the transaction that completes the attempt. It names neither the account nor the pseudonym of
 * files, which the moment and the reward would join to each other.
 */
export async function tellOfCompleted(
  trx: Trx,
  { memberId, surveyId }: { memberId: string; surveyId: string },
) {
  const { attemptId, rewardPoints, completedOn } = await trx
    .selectFrom('surveyAttempt')
    .select(['attemptId', 'rewardPoints', sql<string>`business_day(completed_at)`.as('completedOn')])
    .where('memberId', '=', memberId)
    .where('surveyId', '=', surveyId)
    .executeTakeFirstOrThrow()
  const data = { surveyId, rewardPoints, completedOn }
  await tell(trx, { type: 'survey.completed', source: attemptId, data })
}

/** Write the webhook `withdrawal.paid`: ids, amounts and times. Nothing is written of one that is not paid. */
export async function tellOfPaid(trx: Trx, ref: { memberId: string; withdrawalId: string }): Promise<void> {
  const data = await trx
    .selectFrom('withdrawal')
    .select([
      'withdrawalId',
      'memberId',
      'method',
      'points',
      'amountKes',
      'taxKes',
      'payoutKes',
      'requestedAt',
      'paidAt',
    ])
    .where('memberId', '=', ref.memberId)
    .where('withdrawalId', '=', ref.withdrawalId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (data) await tell(trx, { type: 'withdrawal.paid', source: ref.withdrawalId, data })
}

/** Write the webhook `books.root`, in the transaction that keeps the root. */
export const tellOfRoot = (trx: Trx, day: string, root: object): Promise<void> =>
  tell(trx, { type: 'books.root', source: day, data: { day, ...root } })

type StaffChange = { action: string; actor: string; subject: string; changedAt: string }

/** Write the webhook `staff.changed`, in the transaction of the change. */
export async function tellOfStaffChange(trx: Trx, change: StaffChange): Promise<void> {
  const changeId = randomUUID()
  await tell(trx, { type: 'staff.changed', source: changeId, data: { changeId, ...change } })
}
