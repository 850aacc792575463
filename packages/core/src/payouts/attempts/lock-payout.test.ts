import { insertAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { moveAttempt } from '../move-payout.ts'
import { createPayoutDeps, createScriptedProvider, finance, givenWithdrawal } from '../testing.ts'
import { lockPayout } from './payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)

const lock = (ref: Parameters<typeof lockPayout>[1]) =>
  db.transaction().execute((trx) => lockPayout(trx, ref))

test('a payout that was not approved has no attempt', async () => {
  const { ref } = await givenWithdrawal(db)
  expect(await lock(ref)).toMatchObject({ ref, withdrawal: { status: 'pending' }, attempt: undefined })
})

test('who waited for the lock sees the attempt that was begun meanwhile', async () => {
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  const { waiting } = await db.transaction().execute(async (holder) => {
    const { attempt } = await lockPayout(holder, ref)
    if (!attempt) throw new Error('an approved withdrawal has an attempt')
    const waiting = lock(ref)
    await vi.waitFor(async () => expect(await countWaitingOnLock(db)).toBe(1))
    await moveAttempt(holder, { ref, attempt }, { to: 'not_sent', by: 'worker' })
    const { provider, amountKes, mpesaNumber, isAutomatic } = attempt
    const next = { ...ref, attemptNo: 2, provider, amountKes, mpesaNumber, isAutomatic }
    await insertAttempt(holder, { ...next, originatorConversationId: 'po_second', nextCheckInSeconds: 30 })
    return { waiting }
  })
  expect(await waiting).toMatchObject({ attempt: { attemptNo: 2, state: 'prepared' } })
})
