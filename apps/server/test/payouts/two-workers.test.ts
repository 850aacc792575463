import { tries } from '@chuma/db/testing'
import { afterEach, expect, test } from 'vitest'
import { closeAll } from '../crash/testing.ts'
import {
  approveInBulk,
  expectBooked,
  listStates,
  listUnsettled,
  requestPayouts,
  startFleet,
} from './processes.ts'

afterEach(closeAll)

const PAYOUTS = tries({ short: 14, long: 40 })
const PAYOUTS_BETWEEN_KILLS = 7

test('two workers on one queue, one killed every few sends: nothing is sent twice, and no payout is forgotten', async () => {
  const fleet = await startFleet()
  const { simulator, db, servers } = fleet
  await requestPayouts(fleet, Array(PAYOUTS).fill('ok'))
  let approved = 0
  let kills = 0
  while (approved < PAYOUTS) {
    simulator.hold('reply')
    const batch = await approveInBulk(fleet, 0, PAYOUTS_BETWEEN_KILLS)
    approved += batch
    // All wait for the reply of a payment whose money has moved. One killed before its order arrived would need review.
    await simulator.whenHeld('reply', batch)
    await servers[1].kill()
    kills += 1
    simulator.release('reply')
    await servers[1].start()
  }
  await expect.poll(() => listUnsettled(db), { timeout: 90_000, interval: 200 }).toEqual([])
  expect((await listStates(db)).filter(({ status }) => status !== 'paid')).toEqual([])
  expect(simulator.ledger().payments).toHaveLength(PAYOUTS)
  expect(simulator.orders()).toHaveLength(PAYOUTS)
  await expectBooked(fleet)
  expect(kills).toBeGreaterThanOrEqual(Math.floor(PAYOUTS / PAYOUTS_BETWEEN_KILLS))
}, 240_000)
