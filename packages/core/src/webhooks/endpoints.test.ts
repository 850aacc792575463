import { problem } from '@chuma/contract/problems'
import type { Trx } from '@chuma/db/client'
import { insertLink } from '@chuma/db/queries/auth/links'
import { type LockedDeliveries, lockDelivery } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { tellOfVerified } from '@chuma/db/queries/webhooks/webhooks'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { redeemLink } from '../auth/links.ts'
import { createToken } from '../auth/sessions.ts'
import { visitor } from '../auth/testing.ts'
import { givenClick } from '../partners/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { finance, givenWithdrawal } from '../payouts/testing.ts'
import { sendWithdrawalNews } from '../payouts/withdrawal-mails.ts'
import { testEveryStep } from '../state-machine.testing.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { startSurvey } from '../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../surveys/testing.ts'
import { codeOf, createTestDeps, givenMember, openTestDb, readRow } from '../testing.ts'
import { sweepWebhooks, writeMessage } from './deliveries.ts'
import {
  createWantedEventsReader,
  createWebhook,
  deliveryMachine,
  moveDeliveries,
  replayDelivery,
  replayFailed,
  retireWebhook,
  rotateSecret,
  sendTest,
  updateWebhook,
} from './endpoints.ts'
import {
  createReceivers,
  givenDue,
  givenWebhook,
  HTTP_500,
  letTimePass,
  listOf,
  newWebhook,
  owner,
} from './testing.ts'

const { db } = await openTestDb()
const { webhooks, answer, callsOf } = createReceivers()
const deps = createTestDeps(db, { webhooks })

beforeEach(async () => {
  await sql`update webhook_endpoint set is_active = false`.execute(db)
})

const listEvents = () =>
  db
    .selectFrom('webhookEvent')
    .select(['eventId', 'type', 'sourceKey', 'data', 'occurredAt'])
    .orderBy('occurredAt')
    .orderBy('eventId')
    .execute()

async function givenPaid() {
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: 'Slip 3' })
  // A job, and so perhaps more than once.
  for (let n = 0; n < 2; n++) await sendWithdrawalNews(deps, ref)
  return { id, memberId: ref.memberId }
}

async function givenCompleted() {
  const member = await givenMember(db)
  const surveyId = await givenSurvey(db)
  const { id } = await startSurvey(deps, member, { surveyId })
  const finish = () => completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  await finish()
  return { id, surveyId, memberId: member.memberId, finish }
}

async function givenVerified() {
  const { memberId } = await givenMember(db)
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  const verify = async () => {
    const { token, tokenHash } = createToken('l', memberId)
    const link = { memberId, tokenHash, purpose: 'verify-email', expiresInMinutes: 10 } as const
    await db.transaction().execute((trx) => insertLink(trx, link))
    await redeemLink(deps, visitor, { token })
  }
  await verify()
  return { memberId, verify }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const time = expect.stringMatching(TIME)
const lastEvent = async () => (await listEvents()).at(-1)

test('the event of a paid withdrawal has only ids, amounts and times', async () => {
  const { id: endpointId } = await givenWebhook(deps, ['withdrawal.paid'])
  const { id, memberId } = await givenPaid()
  const event = await lastEvent()
  expect(event).toMatchObject({ type: 'withdrawal.paid', sourceKey: `withdrawal.paid:${id}` })
  expect(event?.data).toEqual({
    withdrawalId: id,
    memberId,
    method: 'mpesa',
    points: 2,
    amountKes: 2000,
    taxKes: 0,
    payoutKes: 2000,
    requestedAt: time,
    paidAt: time,
  })
  expect(await listOf(db, endpointId)).toMatchObject([
    { eventId: event?.eventId, state: 'pending', attempts: 0 },
  ])
})

test('a completed survey has one event, however often it is completed', async () => {
  const { id: endpointId } = await givenWebhook(deps, ['survey.completed'])
  const { surveyId, finish } = await givenCompleted()
  await finish()
  const event = await lastEvent()
  // Nobody and no moment: a pseudonym beside them would lead from a file to a member's page.
  expect(event?.data).toEqual({
    surveyId,
    rewardPoints: 5,
    completedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  const message = JSON.parse(writeMessage(event ?? { type: '', occurredAt: new Date(), data: {} }))
  expect(message).toMatchObject({ type: 'survey.completed', version: 3 })
  expect(await listOf(db, endpointId)).toHaveLength(1)
})

test('a survey that a partner completes has an event too', async () => {
  const { id: endpointId } = await givenWebhook(deps, ['survey.completed'])
  const { surveyId, tell } = await givenClick(deps)
  await tell({ kind: 'credit' })
  expect(await lastEvent()).toMatchObject({
    type: 'survey.completed',
    data: { surveyId, rewardPoints: 6, completedOn: expect.any(String) },
  })
  expect(await listOf(db, endpointId)).toHaveLength(1)
})

test('a member’s verification has one event, even if it is undone and repeated', async () => {
  const { id: endpointId } = await givenWebhook(deps, ['member.verified'])
  const { memberId, verify } = await givenVerified()
  await verify()
  await sql`update member set email_verified_at = null where member_id = ${memberId}`.execute(db)
  await verify()
  expect(await lastEvent()).toMatchObject({ type: 'member.verified' })
  expect((await lastEvent())?.data).toEqual({ memberId, verifiedAt: time })
  expect(await listOf(db, endpointId)).toHaveLength(1)
})

test('a message has a type, a version, a time and the data', async () => {
  await givenWebhook(deps, ['member.verified'])
  const { memberId } = await givenVerified()
  const event = await lastEvent()
  const message = JSON.parse(writeMessage(event ?? { type: '', occurredAt: new Date(), data: {} }))
  expect(message).toEqual({
    type: 'member.verified',
    version: 1,
    timestamp: time,
    data: { memberId, verifiedAt: time },
  })
})

test('a rolled back transaction has no event', async () => {
  const { id: endpointId } = await givenWebhook(deps, ['member.verified'])
  const { memberId } = await givenMember(db)
  const before = await listEvents()
  const undone = db.transaction().execute(async (trx) => {
    await tellOfVerified(trx, memberId)
    const { rows } = await sql`select from webhook_delivery where endpoint_id = ${endpointId}`.execute(trx)
    expect(rows).toHaveLength(1)
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(await listEvents()).toEqual(before)
  expect(await listOf(db, endpointId)).toEqual([])
})

test('a member who was verified before has no event when they use another link', async () => {
  const { memberId, verify } = await givenVerified()
  await givenWebhook(deps, ['member.verified'])
  const before = await listEvents()
  await verify()
  expect(await listEvents()).toEqual(before)
  expect(before.map(({ data }) => data)).not.toContainEqual(expect.objectContaining({ memberId }))
})

test('what a new or changed webhook wants is known at once, although it is cached', async () => {
  const wantedEvents = createWantedEventsReader(db, { changes: deps.changes, maxAgeMs: 3_600_000 })
  expect(await wantedEvents()).toEqual(new Set())
  const { id, name, url } = await givenWebhook(deps, ['member.verified'])
  expect(await wantedEvents()).toEqual(new Set(['member.verified']))
  const events = ['survey.completed' as const]
  await updateWebhook(deps, owner, { id, version: 1, name, url, events, isActive: true })
  expect(await wantedEvents()).toEqual(new Set(events))
})

test('without a subscribed endpoint no event is stored', async () => {
  const off = await givenWebhook(deps, ['withdrawal.paid'])
  const settings = { name: off.name, url: off.url, events: off.events }
  await updateWebhook(deps, owner, { id: off.id, version: 1, ...settings, isActive: false })
  const retired = await givenWebhook(deps, ['withdrawal.paid'])
  await retireWebhook(deps, owner, { id: retired.id })
  const other = await givenWebhook(deps, ['member.verified'])
  const before = await listEvents()
  await givenPaid()
  await givenCompleted()
  expect(await listEvents()).toEqual(before)
  for (const { id } of [off, retired, other]) expect(await listOf(db, id)).toEqual([])
})

test('an event is sent to every subscribed endpoint', async () => {
  const some = [await givenWebhook(deps), await givenWebhook(deps), await givenWebhook(deps)]
  await givenCompleted()
  const events = await Promise.all(
    some.map(async ({ id }) => (await listOf(db, id)).map((row) => row.eventId)),
  )
  expect(events.flat()).toHaveLength(3)
  expect(new Set(events.flat()).size).toBe(1)
})

test('an event cannot be changed, and is deleted only when it is old', async () => {
  await givenWebhook(deps)
  await givenCompleted()
  const { eventId } = (await lastEvent()) ?? {}
  await expect(
    sql`update webhook_event set data = '{}' where event_id = ${eventId}`.execute(db),
  ).rejects.toThrow('never changed')
  await expect(sql`delete from webhook_event where event_id = ${eventId}`.execute(db)).rejects.toThrow(
    'never changed',
  )
})

test('no secret is in the audit log', async () => {
  const { id, secret } = await givenWebhook(deps)
  const { rows } = await sql<{ entry: string }>`
    select a::text as entry from audit_entry a where subject = ${`webhook:${id}`}
  `.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.entry).not.toContain(secret.slice(6))
})

test('an address that is never called is refused by field', async () => {
  const refusing = { ...deps, webhooks: { ...deps.webhooks, explainUrl: () => 'URL_NOT_PUBLIC' as const } }
  await expect(createWebhook(refusing, owner, newWebhook())).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { url: [problem('URL_NOT_PUBLIC')] },
  })
})

/** An endpoint with a message that was given up after all attempts. */
async function givenFailed() {
  const endpoint = await givenDue(deps)
  answer(endpoint.url, () => HTTP_500)
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await letTimePass(db, endpoint.id)
    await sweepWebhooks(deps)
  }
  answer(endpoint.url, () => ({ status: 204, text: '' }))
  const [failed] = await listOf(db, endpoint.id)
  return { ...endpoint, deliveryId: failed?.id ?? '', eventId: failed?.eventId ?? '' }
}

test('a replay sends the same message with the same id, and starts counting attempts again', async () => {
  const { id, url, deliveryId, eventId } = await givenFailed()
  const tried = callsOf(url).length
  const replay = await replayDelivery(deps, owner, { id: deliveryId })
  expect(replay).toMatchObject({ state: 'pending', attempts: 0, replayOf: deliveryId, eventId })
  expect(await codeOf(replayDelivery(deps, owner, { id: deliveryId }))).toBe('WEBHOOK_WAITING')
  await sweepWebhooks(deps)
  const calls = callsOf(url)
  expect(calls).toHaveLength(tried + 1)
  expect(calls.at(-1)?.body).toBe(calls[0]?.body)
  expect(calls.at(-1)?.headers['webhook-id']).toBe(eventId)
  expect((await listOf(db, id)).map(({ state }) => state)).toEqual(['failed', 'delivered'])
  // A delivered message can be replayed too.
  expect(await replayDelivery(deps, owner, { id: replay.id })).toMatchObject({ state: 'pending' })
})

test('everything missed since a time is replayed once, even if it is requested twice', async () => {
  const { id, url, deliveryId } = await givenFailed()
  const replay = (since: string) => replayFailed(deps, owner, { id, since })
  expect(await replay('2099-01-01T00:00:00Z')).toEqual({ replayed: 0 })
  const both = await Promise.all([replay('2020-01-01T00:00:00Z'), replay('2020-01-01T00:00:00Z')])
  expect(both.map(({ replayed }) => replayed).sort()).toEqual([0, 1])
  await sweepWebhooks(deps)
  expect(await replay('2020-01-01T00:00:00Z')).toEqual({ replayed: 0 })
  expect(await listOf(db, id)).toMatchObject([
    { state: 'failed' },
    { state: 'delivered', replayOf: deliveryId },
  ])
  expect(callsOf(url)).toHaveLength(11)
})

test('a webhook that is switched off cannot be replayed or tested', async () => {
  const { id, deliveryId } = await givenFailed()
  await sql`update webhook_endpoint set is_active = false where endpoint_id = ${id}`.execute(db)
  const since = '2020-01-01T00:00:00Z'
  for (const call of [
    () => replayDelivery(deps, owner, { id: deliveryId }),
    () => replayFailed(deps, owner, { id, since }),
    () => sendTest(deps, owner, { id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'WEBHOOK_OFF' })
  await retireWebhook(deps, owner, { id })
  await expect(sendTest(deps, owner, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(rotateSecret(deps, owner, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

async function lock(trx: Trx, id: string): Promise<LockedDeliveries> {
  const delivery = await lockDelivery(trx, id)
  if (!delivery) throw new Error('no delivery')
  return { ids: [id], state: delivery.state }
}

testEveryStep(db, deliveryMachine, {
  given: async () => {
    const { id } = await givenWebhook(deps)
    return (await sendTest(deps, owner, { id })).id
  },
  put: (trx, id, state) =>
    sql`
      update webhook_delivery set state = ${state}, last_error = 'HTTP 500',
        settled_at = case when ${state} <> 'pending' then now() end
      where delivery_id = ${id}
    `.execute(trx),
  lock,
  move: (trx, locked, step) => moveDeliveries(trx, locked, { ...step, lastError: 'HTTP 500' }),
  look: async (trx, id) => {
    const row = await readRow(trx, 'webhookDelivery', ['state', 'attempts', 'lastError', 'settledAt'], {
      deliveryId: id,
    })
    return { state: row.state, did: [], row }
  },
})
