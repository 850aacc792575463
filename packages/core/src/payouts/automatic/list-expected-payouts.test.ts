import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { changeAccount } from '../holds/testing.ts'
import { createPayoutDeps, createScriptedProvider, finance, forgetWork, runJobs } from '../testing.ts'
import { listExpectedPayouts } from './list-expected-payouts.ts'
import { ask, givenProven, setRule } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider } = createScriptedProvider()
let rule = await setRule(db)
const NOTHING = { automaticMedianSeconds: null, automaticSlowSeconds: null, staffSlowSeconds: null }
let times: typeof NOTHING | Record<keyof typeof NOTHING, number> = NOTHING
const deps = {
  ...createPayoutDeps(db, provider, { economy: async () => rule }),
  payoutTimes: async () => times,
}

beforeEach(async () => {
  await forgetWork(db)
  times = { automaticMedianSeconds: 60, automaticSlowSeconds: 300, staffSlowSeconds: 3600 }
})

async function givenAsked(changes: Parameters<typeof setRule>[1] = {}) {
  rule = await setRule(db, changes)
  const member = await givenProven(db, deps)
  const { withdrawalId } = await ask(deps, member)
  await runJobs(deps)
  return { member, withdrawalId }
}

test('what the rule approved is expected when nine of ten such payouts were there', async () => {
  const { member, withdrawalId } = await givenAsked()
  const [expected, ...others] = await listExpectedPayouts(deps, member)
  expect(others).toEqual([])
  expect(expected).toEqual({ withdrawalId, by: 'machine', reason: null, expectedBy: expect.any(Date) })
  const minutes = (Number(expected?.expectedBy) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(4.5)
  expect(minutes).toBeLessThanOrEqual(6)
})

test('what was drawn for a person says so, with a time or without one', async () => {
  const { member, withdrawalId } = await givenAsked({ automaticSamplePercent: 100 })
  expect(await listExpectedPayouts(deps, member)).toEqual([
    { withdrawalId, by: 'person', reason: 'drawn', expectedBy: expect.any(Date) },
  ])
  times = NOTHING
  expect(await listExpectedPayouts(deps, member)).toEqual([
    { withdrawalId, by: 'person', reason: 'drawn', expectedBy: null },
  ])
  times = { automaticMedianSeconds: 60, automaticSlowSeconds: 300, staffSlowSeconds: 3600 }
  await sql`update withdrawal set requested_at = requested_at - interval '2 days' where withdrawal_id = ${withdrawalId}`.execute(
    db,
  )
  expect(await listExpectedPayouts(deps, member)).toMatchObject([{ reason: 'drawn', expectedBy: null }])
})

test('a rule on trial draws nobody: a person decides about every request', async () => {
  const { member, withdrawalId } = await givenAsked({
    automaticPayout: 'shadow',
    automaticSamplePercent: 100,
  })
  expect(await listExpectedPayouts(deps, member)).toMatchObject([
    { withdrawalId, by: 'person', reason: null },
  ])
  times = NOTHING
  expect(await listExpectedPayouts(deps, member)).toEqual([])
})

test('what the rule leaves to a person says why, with a time or without one', async () => {
  const { member, withdrawalId } = await givenAsked({ automaticMaxKes: 1000 })
  expect(await listExpectedPayouts(deps, member)).toEqual([
    { withdrawalId, by: 'person', reason: 'large', expectedBy: expect.any(Date) },
  ])
  times = NOTHING
  expect(await listExpectedPayouts(deps, member)).toMatchObject([{ reason: 'large', expectedBy: null }])
})

test('once somebody has decided, no reason is left', async () => {
  const { member, withdrawalId } = await givenAsked({ automaticMaxKes: 1000 })
  await decideWithdrawal(deps, finance, { id: withdrawalId, status: 'approved', adminNotes: '' })
  times = NOTHING
  expect(await listExpectedPayouts(deps, member)).toEqual([])
})

test('what is on hold is left to the words of the hold', async () => {
  rule = await setRule(db, { automaticSamplePercent: 100 })
  const held = await givenProven(db, deps)
  await changeAccount(db, held)
  await ask(deps, held)
  await runJobs(deps)
  expect(await listExpectedPayouts(deps, held)).toEqual([])
})
