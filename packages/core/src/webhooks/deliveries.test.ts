import { createHmac, timingSafeEqual } from 'node:crypto'
import { claimDeliveries, forgetWebhooks } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBehind, startInLine } from '../admin/testing.ts'
import { codeOf, createTestDeps, openTestDb, readRow } from '../testing.ts'
import { attemptDelivery, signWebhook, sweepWebhooks } from './deliveries.ts'
import {
  createWebhookSecret,
  placeOfWebhook,
  retireWebhook,
  rotateSecret,
  sendTest,
  updateWebhook,
} from './endpoints.ts'
import { createReceivers, givenDue, givenWebhook, HTTP_500, letTimePass, listOf, owner } from './testing.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: 1614265330,
  body: '{"test": 2432232314}',
  secrets: [SECRET],
}

/** A receiver's check, written from the specification and independent of our code. */
function verify(secret: string, headers: Record<string, string>, body: string): boolean {
  const key = Buffer.from(secret.split('_')[1] ?? '', 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = createHmac('sha256', key).update(signed).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((part) => {
    const [version, signature = ''] = part.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

test('the signature matches the Standard Webhooks specification’s example', () => {
  expect(signWebhook(message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a changed bit of body, id, time or signature is detected', () => {
  const headers = signWebhook(message)
  const { body } = message
  expect(verify(SECRET, headers, body)).toBe(true)
  const flip = (text: string) => String.fromCharCode(text.charCodeAt(0) ^ 1) + text.slice(1)
  expect(verify(SECRET, headers, flip(body))).toBe(false)
  expect(verify(SECRET, { ...headers, 'webhook-id': flip(message.id) }, body)).toBe(false)
  expect(verify(SECRET, { ...headers, 'webhook-timestamp': '1614265331' }, body)).toBe(false)
  const [version, signature = ''] = (headers['webhook-signature'] ?? '').split(',')
  const wrong = Buffer.from(signature, 'base64').map((byte, index) => (index === 31 ? byte ^ 1 : byte))
  const forged = `${version},${Buffer.from(wrong).toString('base64')}`
  expect(verify(SECRET, { ...headers, 'webhook-signature': forged }, body)).toBe(false)
})

test('with two secrets either signature proves the message', () => {
  const [one, two] = [createWebhookSecret(), createWebhookSecret()]
  const headers = signWebhook({ ...message, secrets: [one, two] })
  expect(verify(one, headers, message.body)).toBe(true)
  expect(verify(two, headers, message.body)).toBe(true)
  expect(verify(createWebhookSecret(), headers, message.body)).toBe(false)
})

test('a secret has 256 random bits in the specification’s form', () => {
  expect(createWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(createWebhookSecret()).not.toBe(createWebhookSecret())
})

const { db } = await openTestDb()
const { webhooks, answer, callsOf } = createReceivers()
const deps = createTestDeps(db, { webhooks })

/** Workers that die right after sending a message. */
const dying = createTestDeps(db, {
  webhooks: {
    ...webhooks,
    send: async (call) => {
      await webhooks.send(call)
      throw new Error('killed')
    },
  },
})

test('a due delivery is sent once, signed, and settled', async () => {
  const { id, url, secret } = await givenDue(deps)
  await sweepWebhooks(deps)
  await sweepWebhooks(deps)
  const [call, ...others] = callsOf(url)
  expect(others).toEqual([])
  const [delivery] = await listOf(db, id)
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 204, lastError: null })
  expect(JSON.parse(call?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { endpointId: id } })
  const sentAt = Number(call?.headers['webhook-timestamp'])
  expect(call?.headers).toEqual({
    'content-type': 'application/json',
    'user-agent': 'Chuma-Webhooks/1',
    ...signWebhook({ id: delivery?.eventId ?? '', sentAt, body: call?.body ?? '', secrets: [secret] }),
  })
})

test('the beginning of an answer is stored, without secrets or unstorable characters', async () => {
  const { id, url, secret } = await givenDue(deps)
  answer(url, () => ({ status: 200, text: `\0\ud800 ${secret} ${'x'.repeat(4000)}` }))
  await sweepWebhooks(deps)
  const [delivery] = await listOf(db, id)
  expect(delivery?.state).toBe('delivered')
  expect(delivery?.lastAnswer).toHaveLength(500)
  expect(delivery?.lastAnswer).not.toContain(secret.slice(6))
})

test('of twenty concurrent workers one sends each message', async () => {
  const endpoint = await givenWebhook(deps)
  for (let count = 0; count < 5; count += 1) await sendTest(deps, owner, { id: endpoint.id })
  await startBehind(
    db,
    (holder) => sql`lock table webhook_delivery in share mode`.execute(holder),
    () => Array.from({ length: 20 }, () => sweepWebhooks(deps)),
  )
  const ids = callsOf(endpoint.url).map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
  expect((await listOf(db, endpoint.id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
})

test('a worker does not send what another is sending', async () => {
  const { url } = await givenDue(deps)
  answer(url, async () => {
    await sweepWebhooks(deps)
    return { status: 204, text: '' }
  })
  await sweepWebhooks(deps)
  expect(callsOf(url)).toHaveLength(1)
})

test('a crash between sending and recording causes one repetition with the same id', async () => {
  const { id, url } = await givenDue(deps)
  await sweepWebhooks(dying)
  expect(await listOf(db, id)).toMatchObject([{ state: 'pending', attempts: 1 }])
  // Within the lease no other worker takes over.
  await sweepWebhooks(deps)
  expect(callsOf(url)).toHaveLength(1)
  await letTimePass(db, id)
  await sweepWebhooks(deps)
  expect(callsOf(url).map(({ headers }) => headers['webhook-id'])).toHaveLength(2)
  expect(new Set(callsOf(url).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await listOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a message that crashes every worker is given up too', async () => {
  const { id, url } = await givenDue(deps)
  for (let life = 1; life <= 11; life += 1) {
    await letTimePass(db, id)
    await sweepWebhooks(dying)
  }
  expect(callsOf(url)).toHaveLength(10)
  expect(await listOf(db, id)).toMatchObject([
    { state: 'failed', lastError: 'The worker stopped before an answer came' },
  ])
})

test('a late worker’s success counts, its failure does not', async () => {
  const { id, url } = await givenDue(deps)
  answer(url, async () => {
    answer(url, () => HTTP_500)
    await letTimePass(db, id)
    await sweepWebhooks(deps)
    return { status: 200, text: 'late' }
  })
  await sweepWebhooks(deps)
  expect(await listOf(db, id)).toMatchObject([{ state: 'delivered', attempts: 2, lastAnswer: 'late' }])

  const other = await givenDue(deps)
  answer(other.url, async () => {
    answer(other.url, () => ({ status: 200, text: 'second' }))
    await letTimePass(db, other.id)
    await sweepWebhooks(deps)
    return HTTP_500
  })
  await sweepWebhooks(deps)
  expect(await listOf(db, other.id)).toMatchObject([{ state: 'delivered', lastAnswer: 'second' }])
})

test('a late worker does not affect the one that took over', async () => {
  const { id, url } = await givenDue(deps)
  const claim = { limit: 100, perEndpoint: 100, leaseSeconds: 60 }
  const claimOwn = async () =>
    (await claimDeliveries(db, claim)).filter(({ endpointId }) => endpointId === id)
  const [late] = await claimOwn()
  await letTimePass(db, id)
  expect(await claimOwn()).toMatchObject([{ attempt: 2 }])
  const before = await listOf(db, id)
  answer(url, () => HTTP_500)
  if (late) await attemptDelivery(deps, late)
  expect(callsOf(url)).toHaveLength(1)
  expect(await listOf(db, id)).toEqual(before)
})

test('an endpoint with many messages does not delay others', async () => {
  const busy = await givenWebhook(deps)
  for (let count = 0; count < 8; count += 1) await sendTest(deps, owner, { id: busy.id })
  const other = await givenDue(deps)
  await sweepWebhooks(deps)
  expect(callsOf(busy.url)).toHaveLength(5)
  expect(callsOf(other.url)).toHaveLength(1)
})

test('a delivered message stays delivered', async () => {
  const { id } = await givenDue(deps)
  await sweepWebhooks(deps)
  await expect(
    sql`update webhook_delivery set state = 'pending', settled_at = null
      where endpoint_id = ${id}`.execute(db),
  ).rejects.toThrow('cannot go from delivered to pending')
})

test('settled deliveries are deleted after ninety days, with their events', async () => {
  const old = await givenDue(deps)
  const young = await givenDue(deps)
  await sweepWebhooks(deps)
  await sql`update webhook_delivery set created_at = now() - interval '91 days'
    where endpoint_id = ${old.id}`.execute(db)
  await sql`alter table webhook_event disable trigger webhook_event_append_only`.execute(db)
  await sql`update webhook_event set occurred_at = now() - interval '91 days' where event_id in (
    select event_id from webhook_delivery where endpoint_id in (${old.id}, ${young.id}))`.execute(db)
  await sql`alter table webhook_event enable trigger webhook_event_append_only`.execute(db)
  const countOld = async () => {
    const { rows } = await sql`
      select from webhook_event where occurred_at < now() - interval '90 days'`.execute(db)
    return rows.length
  }
  expect(await countOld()).toBe(2)
  await forgetWebhooks(deps.db)
  expect(await listOf(db, old.id)).toEqual([])
  expect(await listOf(db, young.id)).toHaveLength(1)
  expect(await countOld()).toBe(1)
})

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
  await sql`update webhook_endpoint set failing_since = now() - interval '72 hours'
    where endpoint_id = ${id}`.execute(db)
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

/** An endpoint whose one delivery a worker has claimed; each step begins once those before it wait for the held row. */
async function givenClaimed() {
  const { id, url } = await givenDue(deps)
  const claimed = await claimDeliveries(db, { limit: 100, perEndpoint: 100, leaseSeconds: 60 })
  const own = claimed.find(({ endpointId }) => endpointId === id)
  if (!own) throw new Error('nothing was due')
  const whileHeld = async (table: 'endpoint' | 'delivery', steps: (() => Promise<unknown>)[]) => {
    const held = sql`select from ${sql.table(`webhook_${table}`)} where endpoint_id = ${id} for update`
    const results = await startInLine(db, (holder) => held.execute(holder), steps)
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  const attempt = () => attemptDelivery(deps, own)
  const retire = () => retireWebhook(deps, owner, { id })
  return { id, url, attempt, retire, whileHeld }
}

test.each(['the worker', 'the member of staff'])(
  'a delivery that arrives while its webhook is retired counts as delivered, even if %s is first',
  async (first) => {
    const { id, attempt, retire, whileHeld } = await givenClaimed()
    await whileHeld('delivery', first === 'the worker' ? [attempt, retire] : [retire, attempt])
    expect(await listOf(db, id)).toMatchObject([{ state: 'delivered', lastStatus: 204, lastError: null }])
  },
)

test.each(['the worker', 'the member of staff'])(
  'an attempt that fails while its webhook is retired is given up, even if %s is first',
  async (first) => {
    const { id, url, attempt, retire, whileHeld } = await givenClaimed()
    answer(url, () => HTTP_500)
    await whileHeld('endpoint', first === 'the worker' ? [attempt, retire] : [retire, attempt])
    expect(await listOf(db, id)).toMatchObject([
      { state: 'failed', lastError: 'The webhook was retired', settledAt: expect.any(Date) },
    ])
  },
)

test('a webhook that retires gives up all that waits and nothing that is settled', async () => {
  const { id, attempt, retire } = await givenClaimed()
  await attempt()
  for (let count = 0; count < 3; count += 1) await sendTest(deps, owner, { id })
  await retire()
  const states = (await listOf(db, id)).map(({ state }) => state)
  expect(states).toEqual(['delivered', 'failed', 'failed', 'failed'])
})
