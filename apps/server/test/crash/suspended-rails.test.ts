import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { checkPayout } from '@chuma/core/payouts/attempts/send-payout'
import { givenWithdrawal, look } from '@chuma/core/payouts/testing'
import { createTestDeps } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { createTestDb } from '@chuma/db/testing'
import { afterEach, expect, test } from 'vitest'
import {
  countHeldCommits,
  holdCommits,
  letCommitsOfSendingWait,
  otherWorker,
  readState,
} from './hold-sending.ts'
import { closeAll, closeLater, createServerProcess, openRail, type Rail } from './testing.ts'

afterEach(closeAll)

const staff = { name: 'staff:test', role: 'owner' as const, address: null }
/** The terms of the server, so that the approval lifts what would hold the payout there. */
const terms = economy.parse({ ...defaultEconomy, ...demoLimits, firstPayoutHoldHours: 24 })

/** The real process with this provider only. */
async function givenServer(rail: Rail) {
  const { simulator, env, path } = await openRail(rail)
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  const server = await createServerProcess(simulator, {
    DATABASE_URL: url,
    PAYOUT_PROVIDER: 'manual',
    PAYOUT_METHODS: `mpesa,bank,${rail}`,
    SMS_PROVIDER: 'off',
    ...env,
  })
  simulator.setCallbackUrl(`${server.url}${path}`)
  await server.start()
  return { simulator, db, server }
}

let numbers = 0

/** Request KES 2,000 and approve them, from outside the process. */
async function approvePayout(db: Db, rail: Rail) {
  const mpesaNumber = `2547331100${String(++numbers).padStart(2, '0')}`
  const given = await givenWithdrawal(db, { method: rail, mpesaNumber })
  const { payouts } = otherWorker(db, rail, rail)
  const deps = createTestDeps(db, { payouts, economy: async () => terms })
  await decideWithdrawal(deps, staff, { id: given.id, status: 'approved', adminNotes: '' })
  return { ...given, mpesaNumber }
}

test.each([
  ['airtel', 'staff reject'],
  ['airtel', 'the sweep decides'],
  ['airtime', 'staff reject'],
  ['airtime', 'the sweep decides'],
] as const)('a suspended sender of %s pays nothing once %s', async (rail, who) => {
  const { simulator, db, server } = await givenServer(rail)
  await letCommitsOfSendingWait(db)
  const lock = await holdCommits(db)
  const payout = await approvePayout(db, rail)
  await expect.poll(() => countHeldCommits(db), { timeout: 20_000 }).toBe(1)
  server.suspend()
  await lock.release()
  // PostgreSQL finishes the commit without the process that asked for it.
  await expect.poll(() => readState(db, payout.id)).toMatchObject({ state: 'sending' })
  await expect.poll(() => readState(db, payout.id), { timeout: 10_000 }).toMatchObject({ isLeaseOver: true })

  const deps = otherWorker(db, rail, rail)
  await checkPayout(deps, payout.ref)
  const rejection = { id: payout.id, status: 'rejected', adminNotes: 'Not on the statement' } as const
  if (who === 'staff reject') await decideWithdrawal(deps, staff, rejection)

  server.wake()
  // Its only sender does one payout after the other, so the sleeper has finished once this one is paid.
  const next = await approvePayout(db, rail)
  await expect
    .poll(async () => (await look(db, next.ref)).status, { timeout: 25_000, interval: 100 })
    .toBe('paid')
  const paidTo = (number: string) => simulator.payments().filter(({ msisdn }) => msisdn === number)
  expect(paidTo(next.mpesaNumber)).toHaveLength(1)
  expect(simulator.orders().filter(({ msisdn }) => msisdn === payout.mpesaNumber)).toEqual([])
  expect(await readState(db, payout.id)).toMatchObject({
    state: who === 'staff reject' ? 'failed' : 'needs_review',
  })
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})
