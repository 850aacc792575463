import { claimDeliveries } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startInLine } from '../admin/testing.ts'
import { createTestDeps } from '../testing.ts'
import { attemptDelivery } from './deliveries.ts'
import { retireWebhook, sendTest } from './endpoints.ts'
import { createReceivers, givenDue, HTTP_500, listOf, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { webhooks, answer } = createReceivers()
const deps = createTestDeps(db, { webhooks })

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
