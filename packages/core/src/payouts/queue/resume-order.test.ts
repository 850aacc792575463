import { lockQueue } from '@chuma/db/queries/payouts/payout-queue'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { lockPayout } from '../attempts/payouts.ts'
import { createPayoutDeps, createScriptedProvider, finance, forgetWork, givenWithdrawal } from '../testing.ts'
import { resumePayoutQueue, stopPayoutQueue } from './queue.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

test('a resume and a sender that is about to look at the queue do not deadlock', async () => {
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await stopPayoutQueue(deps, finance, { reason: 'The bank called' })
  const { resuming } = await db.transaction().execute(async (sender) => {
    await lockPayout(sender, ref)
    const resuming = resumePayoutQueue(deps, finance, { note: 'Go on' })
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    expect(await lockQueue(sender, 'scripted')).toMatchObject({ isStopped: true })
    return { resuming }
  })
  expect(await resuming).toMatchObject({ isStopped: false })
})
