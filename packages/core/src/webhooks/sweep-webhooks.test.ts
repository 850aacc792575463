import { claimDeliveries, forgetWebhooks } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDeps } from '../testing.ts'
import { attemptDelivery, signWebhook, sweepWebhooks } from './deliveries.ts'
import { sendTest } from './endpoints.ts'
import { createReceivers, givenDue, givenWebhook, HTTP_500, letTimePass, listOf, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
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
  const { sweeps } = await db.transaction().execute(async (holder) => {
    await sql`lock table webhook_delivery in share mode`.execute(holder)
    const sweeps = Promise.all(Array.from({ length: 20 }, () => sweepWebhooks(deps)))
    await vi.waitUntil(async () => (await countWaitingOnLock(db)) === 20, { timeout: 20_000, interval: 10 })
    return { sweeps }
  })
  await sweeps
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
    sql`update webhook_delivery set state = 'pending', settled_at = null where endpoint_id = ${id}`.execute(
      db,
    ),
  ).rejects.toThrow('cannot go from delivered to pending')
})

test('settled deliveries are deleted after ninety days, with their events', async () => {
  const old = await givenDue(deps)
  const young = await givenDue(deps)
  await sweepWebhooks(deps)
  await sql`update webhook_delivery set created_at = now() - interval '91 days' where endpoint_id = ${old.id}`.execute(
    db,
  )
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
