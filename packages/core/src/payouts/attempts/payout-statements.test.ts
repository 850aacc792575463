import { createTestDb, recordStatements } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { givenMember } from '../../testing.ts'
import { createWantedEventsReader } from '../../webhooks/endpoints.ts'
import {
  approve,
  ask,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  doJob,
  letTimePass,
  newNumber,
  newReceipt,
  paidResult,
  takeJobs,
} from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

/** The most statements of each step of a payment to a number that was paid before, from the approval to the mail. */
const BUDGET = {
  approve: 11,
  'send-payout': 13,
  'call back': 4,
  'process-payout-callback': 11,
  'send-withdrawal-news': 1,
}

test('no step of a payment talks to the database more often than its budget says', async () => {
  const { provider, sends } = createScriptedProvider()
  // Kept, as in production: other tests read them each time.
  const wantedEvents = createWantedEventsReader(db, { maxAgeMs: 3_600_000 })
  const deps = { ...createPayoutDeps(db, provider), wantedEvents }
  const member = await givenMember(db, { points: 10 })
  const to = newNumber()
  const counted: Record<string, number> = {}
  const count = async (step: string, run: () => Promise<unknown>) => {
    counted[step] = (await recordStatements(run)).length
  }
  const runCounted = async () => {
    for (const { name, data } of await takeJobs(db)) await count(name, () => doJob(deps, name, data))
  }
  const payOnce = async () => {
    const withdrawal = await ask(deps, member, { points: 2, to })
    await takeJobs(db)
    await count('approve', () => approve(deps, withdrawal))
    await runCounted()
    const payment = sends.at(-1)
    if (!payment) throw new Error('nothing was sent')
    const result = { ...paidResult(payment, newReceipt()), msisdn: to }
    await count('call back', () => callBack(deps, payment.resultUrl, result))
    await runCounted()
    await runCounted()
    await letTimePass(db)
  }
  await payOnce()
  await payOnce()
  expect(counted).toEqual(BUDGET)
})
