import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { codeOf, createTestDeps } from '../testing.ts'
import { sweepWebhooks } from './deliveries.ts'
import { replayDelivery, replayFailed, retireWebhook, rotateSecret, sendTest } from './endpoints.ts'
import { createReceivers, givenDue, HTTP_500, letTimePass, listOf, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { webhooks, answer, callsOf } = createReceivers()
const deps = createTestDeps(db, { webhooks })

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
