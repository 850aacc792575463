import { ensureEconomy } from '@chuma/core/admin/economy'
import { givenStaff } from '@chuma/core/admin/testing'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { createTestDb, tries } from '@chuma/db/testing'
import { behaviours } from '@chuma/mpesa/simulator/behaviours'
import { afterEach, expect, test } from 'vitest'
import { closeAll, closeLater, createServerProcess, openSimulator } from '../crash/testing.ts'
import { call } from './testing.ts'

afterEach(closeAll)

const PAYOUTS = tries({ short: 14, long: 40 })
const PAYOUTS_BETWEEN_KILLS = 7

/** Two real processes on one database and one simulator, and payouts of KES 3,000 that wait for staff. */
async function givenPayouts() {
  const simulator = await openSimulator()
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  // The servers run for real, where nothing is paid out before an owner has chosen the numbers.
  await ensureEconomy(db)
  const create = () => createServerProcess(simulator, { DATABASE_URL: url })
  const servers = [await create(), await create()] as const
  await Promise.all(servers.map((server) => server.start()))
  const deps = createTestDeps(db)
  for (let number = 0; number < PAYOUTS; number++) {
    const member = await givenMember(db, { points: 5 })
    const mpesaNumber = `25471${String(number).padStart(4, '0')}${behaviours.ok.suffix}`
    const request = { withdrawalMethod: 'mpesa', pointsToWithdraw: 3, mpesaNumber } as const
    await requestWithdrawal(deps, member, { ...request, idempotencyKey: undefined })
  }
  const { token } = await givenStaff(deps)
  const approve = async (limit: number): Promise<number> => {
    const order = { all: true, limit }
    const path = '/api/admin/withdrawals/bulk-approve'
    return (await call(servers[0], token, ['POST', path, order])).body.approvedCount
  }
  return { simulator, db, servers, approve }
}

test('two workers on one queue, one killed every few sends: nothing is sent twice, and no payout is forgotten', async () => {
  const { simulator, db, servers, approve } = await givenPayouts()
  let approved = 0
  let kills = 0
  while (approved < PAYOUTS) {
    simulator.hold('reply')
    const batch = await approve(PAYOUTS_BETWEEN_KILLS)
    approved += batch
    // All wait for the reply of a payment whose money has moved. One killed before its order arrived would need review.
    await simulator.whenHeld('reply', batch)
    await servers[1].kill()
    kills += 1
    simulator.release('reply')
    await servers[1].start()
  }
  const list = () => db.selectFrom('withdrawal').select(['status', 'mpesaNumber', 'receipt']).execute()
  const listUnpaid = async () => (await list()).filter(({ status }) => status !== 'paid')
  await expect.poll(listUnpaid, { timeout: 90_000, interval: 200 }).toEqual([])
  const booked = (await list()).map(({ mpesaNumber, receipt }) => `${mpesaNumber} ${receipt}`)
  const sent = simulator.ledger().payments.map(({ msisdn, receipt }) => `${msisdn} ${receipt}`)
  expect(booked.sort()).toEqual(sent.sort())
  expect(sent).toHaveLength(PAYOUTS)
  expect(simulator.orders()).toHaveLength(PAYOUTS)
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true, findings: [] })
  expect(kills).toBeGreaterThanOrEqual(Math.floor(PAYOUTS / PAYOUTS_BETWEEN_KILLS))
}, 240_000)
