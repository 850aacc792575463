import type { Trx } from '@chuma/db/client'
import { type LockedDeliveries, lockDelivery } from '@chuma/db/queries/webhooks/webhook-deliveries'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { testEveryStep } from '../state-machine.testing.ts'
import { createTestDeps, readRow } from '../testing.ts'
import { deliveryMachine, moveDeliveries, sendTest } from './endpoints.ts'
import { createReceivers, givenWebhook, owner } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db, { webhooks: createReceivers().webhooks })

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
