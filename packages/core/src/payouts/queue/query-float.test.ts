import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPayoutDeps, createScriptedProvider, forgetWork } from '../testing.ts'
import { queryFloat } from './query-float.ts'
import { getPayoutQueue } from './queue.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

test('a balance that our own fault keeps from us stops the queue, and a passing one does not', async () => {
  const { provider, play } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const refusal = { outcome: 'not-sent', code: '401', reason: 'The key is wrong', retryable: true } as const
  play.queryBalance = async () => ({ ...refusal, stopQueue: false })
  await queryFloat(deps)
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: false })
  play.queryBalance = async () => ({ ...refusal, stopQueue: true })
  await queryFloat(deps)
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: true, reason: 'The key is wrong' })
})

test('payments by hand have no balance to ask for', async () => {
  const { provider: _, ...scripted } = createScriptedProvider()
  await queryFloat(createPayoutDeps(db, null))
  expect(scripted.balances).toEqual([])
  expect(await db.selectFrom('payoutFloat').select('provider').execute()).toEqual([])
})
