import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { codeOf, createTestDeps, readRow } from '../testing.ts'
import { signWebhook, sweepWebhooks } from './deliveries.ts'
import { placeOfWebhook, retireWebhook, rotateSecret, sendTest, updateWebhook } from './endpoints.ts'
import { createReceivers, givenDue, HTTP_500, letTimePass, listOf, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { webhooks, answer, callsOf } = createReceivers()
const deps = createTestDeps(db, { webhooks })

const readClock = async () => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return Number(rows[0]?.now)
}
const findEndpoint = (id: string) =>
  readRow(db, 'webhookEndpoint', ['isActive', 'disabledReason', 'failingSince', 'version', 'formerSecret'], {
    endpointId: id,
  })

test('a failing delivery is tried ten times with growing waits, and then given up', async () => {
  const { id, url } = await givenDue(deps)
  answer(url, () => HTTP_500)
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440]
  for (const [index, wait] of minutes.entries()) {
    const before = await readClock()
    await sweepWebhooks(deps)
    const after = await readClock()
    const [delivery] = await listOf(db, id)
    expect(delivery).toMatchObject({ state: 'pending', attempts: index + 1, lastError: 'HTTP 500' })
    const next = Number(delivery?.nextAttemptAt)
    expect(next).toBeGreaterThanOrEqual(before + wait * 60_000)
    expect(next).toBeLessThanOrEqual(after + 1.2 * wait * 60_000 + 1)
    // Not due yet.
    await sweepWebhooks(deps)
    expect(callsOf(url)).toHaveLength(index + 1)
    await letTimePass(db, id)
  }
  await sweepWebhooks(deps)
  expect(await listOf(db, id)).toMatchObject([
    { state: 'failed', attempts: 10, lastStatus: 500, lastAnswer: 'Sorry', lastError: 'HTTP 500' },
  ])
  await letTimePass(db, id)
  await sweepWebhooks(deps)
  const calls = callsOf(url)
  expect(calls).toHaveLength(10)
  expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
})

test.each([
  [
    'an answer without a status',
    { status: null, reason: 'Not reached: ECONNRESET' },
    'Not reached: ECONNRESET',
  ],
  ['a redirect', { status: 302, text: '' }, 'HTTP 302: redirects are not followed'],
  ['a refusal', { status: 401, text: 'Who are you?' }, 'HTTP 401'],
] as const)('%s is a failure that is retried', async (_what, said, lastError) => {
  const { id, url } = await givenDue(deps)
  answer(url, () => said)
  await sweepWebhooks(deps)
  expect(await listOf(db, id)).toMatchObject([{ state: 'pending', attempts: 1, lastError }])
  answer(url, () => ({ status: 200, text: 'ok' }))
  await letTimePass(db, id)
  await sweepWebhooks(deps)
  expect(await listOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 2, lastStatus: 200 }])
  expect(await findEndpoint(id)).toMatchObject({ failingSince: null, isActive: true })
})

test('an endpoint that fails for three days is switched off, with the reason', async () => {
  const { id, url } = await givenDue(deps)
  await sendTest(deps, owner, { id })
  answer(url, () => HTTP_500)
  await sweepWebhooks(deps)
  expect(await findEndpoint(id)).toMatchObject({ isActive: true, failingSince: expect.any(Date) })
  await sql`update webhook_endpoint set failing_since = now() - interval '72 hours' where endpoint_id = ${id}`.execute(
    db,
  )
  await sql`update webhook_delivery set next_attempt_at = now() where endpoint_id = ${id} and delivery_id = (
    select delivery_id from webhook_delivery where endpoint_id = ${id} limit 1)`.execute(db)
  await sweepWebhooks(deps)
  expect(await findEndpoint(id)).toMatchObject({
    isActive: false,
    disabledReason: 'Nothing arrived for 72 hours. The last time: HTTP 500',
    version: 2,
  })
  expect(await listOf(db, id)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  await letTimePass(db, id)
  await sweepWebhooks(deps)
  expect(callsOf(url)).toHaveLength(3)
})

test('an endpoint that answers 410 is switched off immediately', async () => {
  const { id, url } = await givenDue(deps)
  answer(url, () => ({ status: 410, text: '' }))
  await sweepWebhooks(deps)
  expect(await findEndpoint(id)).toMatchObject({ isActive: false })
  expect((await findEndpoint(id)).disabledReason).toContain('410')
  expect(await listOf(db, id)).toMatchObject([{ state: 'failed', attempts: 1 }])
})

test('an endpoint that is switched on again has a clean record', async () => {
  const { id, url, name, events } = await givenDue(deps)
  answer(url, () => ({ status: 410, text: '' }))
  await sweepWebhooks(deps)
  const settings = { id, name, url, events, isActive: true }
  // A form from before is outdated.
  expect(await codeOf(updateWebhook(deps, owner, { ...settings, version: 1 }))).toBe('WEBHOOK_STATE')
  expect(await updateWebhook(deps, owner, { ...settings, version: 2 })).toMatchObject({
    isActive: true,
    disabledReason: null,
    failingSince: null,
  })
})

test('retiring a webhook stops its pending deliveries, except those already sent', async () => {
  const waiting = await givenDue(deps)
  await retireWebhook(deps, owner, { id: waiting.id })
  await sweepWebhooks(deps)
  expect(callsOf(waiting.url)).toEqual([])
  expect(await listOf(db, waiting.id)).toMatchObject([
    { state: 'failed', lastError: 'The webhook was retired' },
  ])

  for (const [status, state] of [
    [204, 'delivered'],
    [500, 'failed'],
  ] as const) {
    const { id, url } = await givenDue(deps)
    answer(url, async () => {
      await retireWebhook(deps, owner, { id })
      return { status, text: '' }
    })
    await sweepWebhooks(deps)
    expect(await listOf(db, id)).toMatchObject([{ state }])
  }
})

test('an event committed after its webhook was switched off is not sent', async () => {
  const { id, url } = await givenDue(deps)
  await sql`update webhook_endpoint set is_active = false where endpoint_id = ${id}`.execute(db)
  await sweepWebhooks(deps)
  expect(callsOf(url)).toEqual([])
  expect(await listOf(db, id)).toMatchObject([{ state: 'failed', lastError: 'The webhook is switched off' }])
})

test('a new secret signs immediately, and the previous one for a day', async () => {
  const { id, url, secret: first } = await givenDue(deps)
  const { secret: second } = await rotateSecret(deps, owner, { id })
  const signatures = () => callsOf(url).map(({ headers }) => headers['webhook-signature']?.split(' ').length)
  await sweepWebhooks(deps)
  const [call] = callsOf(url)
  const sentAt = Number(call?.headers['webhook-timestamp'])
  const signed = signWebhook({
    id: call?.headers['webhook-id'] ?? '',
    sentAt,
    body: call?.body ?? '',
    secrets: [second, first],
  })
  expect(call?.headers).toMatchObject(signed)

  await sql`update webhook_endpoint set former_secret_until = now() where endpoint_id = ${id}`.execute(db)
  await sendTest(deps, owner, { id })
  await sweepWebhooks(deps)
  expect(signatures()).toEqual([2, 1])
  // Of three secrets the oldest ends immediately.
  await rotateSecret(deps, owner, { id })
  const { formerSecret } = await findEndpoint(id)
  expect(deps.secrets.open(placeOfWebhook(id, 'former_secret'), formerSecret ?? '')).toBe(second)
})
