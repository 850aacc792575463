import { problem } from '@chuma/contract/problems'
import { insertLink } from '@chuma/db/queries/auth/links'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { redeemLink } from '../auth/links.ts'
import { createToken } from '../auth/sessions.ts'
import { visitor } from '../auth/testing.ts'
import { givenClick } from '../partners/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { finance, givenWithdrawal } from '../payouts/testing.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { startSurvey } from '../surveys/surveys.ts'
import { givenSurvey, goodAnswers } from '../surveys/testing.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { writeMessage } from './deliveries.ts'
import { createWebhook, retireWebhook, updateWebhook } from './endpoints.ts'
import { givenWebhook, listOf, newWebhook, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

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
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  const before = await listEvents()
  const undone = db.transaction().execute(async (trx) => {
    const verified = { emailVerifiedAt: new Date() }
    await trx.updateTable('member').set(verified).where('memberId', '=', memberId).execute()
    const { rows } = await sql`select from webhook_delivery where endpoint_id = ${endpointId}`.execute(trx)
    expect(rows).toHaveLength(1)
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(await listEvents()).toEqual(before)
  expect(await listOf(db, endpointId)).toEqual([])
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
