import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { checkPayout } from '@chuma/core/payouts/attempts/send-payout'
import { afterEach, expect, test } from 'vitest'
import {
  countHeldCommits,
  holdCommits,
  letCommitsOfSendingWait,
  otherWorker,
  readState,
} from './hold-sending.ts'
import { approvePayout, closeAll, expectPaidExactlyOnce, givenServer } from './testing.ts'

afterEach(closeAll)

const staff = { name: 'staff:test', role: 'owner' as const, address: null }

test.each(['staff reject', 'the sweep decides'])(
  'a sender suspended between its commit and its call pays nothing once %s',
  async (who) => {
    const { simulator, db, server } = await givenServer()
    await letCommitsOfSendingWait(db)
    const lock = await holdCommits(db)
    const payout = await approvePayout(db)
    await expect.poll(() => countHeldCommits(db), { timeout: 20_000 }).toBe(1)
    server.suspend()
    await lock.release()
    // PostgreSQL finishes the commit without the process that asked for it.
    await expect.poll(() => readState(db, payout.id)).toMatchObject({ state: 'sending' })
    await expect
      .poll(() => readState(db, payout.id), { timeout: 10_000 })
      .toMatchObject({ isLeaseOver: true })

    const deps = otherWorker(db)
    await checkPayout(deps, { memberId: payout.memberId, withdrawalId: payout.id })
    const rejection = { id: payout.id, status: 'rejected', adminNotes: 'Not on the statement' } as const
    if (who === 'staff reject') await decideWithdrawal(deps, staff, rejection)

    server.wake()
    // Its only sender does one payout after the other, so the sleeper has finished once this one is paid.
    await expectPaidExactlyOnce(db, simulator, await approvePayout(db))
    expect(simulator.orders().filter(({ msisdn }) => msisdn === payout.mpesaNumber)).toEqual([])
    expect(await readState(db, payout.id)).toMatchObject({
      state: who === 'staff reject' ? 'failed' : 'needs_review',
    })
  },
)
