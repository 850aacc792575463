import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { resumePayoutQueue, stopPayoutQueue } from '../queue/queue.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider, sends } = createScriptedProvider()
const deps = createPayoutDeps(db, provider)

beforeEach(async () => {
  await forgetWork(db)
  sends.length = 0
})

/** The workers died with their jobs, and a minute passed. */
async function forgetJobs() {
  await takeJobs(db)
  await letTimePass(db)
}

async function givenWaiting(count: number) {
  await stopPayoutQueue(deps, finance, { reason: 'The float is empty' })
  for (let index = 0; index < count; index += 1) {
    const { id } = await givenWithdrawal(db)
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  }
  await runJobs(deps)
  expect(sends).toHaveLength(0)
  await resumePayoutQueue(deps, finance, { note: 'It was filled up' })
}

test('what waited for a stopped queue is queued when it is resumed', async () => {
  await givenWaiting(3)
  await runJobs(deps)
  expect(sends).toHaveLength(3)
})

test('a resume is answered though the sweep after it fails, and the next one takes what waited', async () => {
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await stopPayoutQueue(deps, finance, { reason: 'The float is empty' })
  await runJobs(deps)
  const failures: string[] = []
  const failing = { ...deps, reportFailure: (_: unknown, about: string) => void failures.push(about) }
  await sql`alter table payout_callback_outcome rename to callback_outcome_away`.execute(db)
  const resumed = await resumePayoutQueue(failing, finance, { note: 'It was filled up' }).finally(() =>
    sql`alter table callback_outcome_away rename to payout_callback_outcome`.execute(db),
  )
  expect(resumed).toMatchObject({ isStopped: false })
  expect(failures).toEqual(['the sweep after a resume failed'])
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
})

test('one sweep takes everything that lost its job, page by page', async () => {
  await givenWaiting(5)
  await forgetJobs()
  await sweepPayouts(deps, { pageSize: 2 })
  await runJobs(deps)
  expect(sends).toHaveLength(5)
})

test('a page whose rows all fail ends the sweep, and is tried again by the next', async () => {
  await givenWaiting(3)
  await forgetJobs()
  const failures: unknown[] = []
  const failing = { ...deps, reportFailure: (error: unknown) => void failures.push(error) }
  await sql`create trigger broken before update on payout_attempt for each statement execute function refuse_change()`.execute(
    db,
  )
  await sweepPayouts(failing, { pageSize: 2 })
  await sql`drop trigger broken on payout_attempt`.execute(db)
  expect(failures).toHaveLength(2)
  await sweepPayouts(deps, { pageSize: 2 })
  await runJobs(deps)
  expect(sends).toHaveLength(3)
})
