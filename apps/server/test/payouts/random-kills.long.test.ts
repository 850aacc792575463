import { randomInt } from 'node:crypto'
import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { closeAll } from '../crash/testing.ts'
import { honestBehaviours } from './honest-behaviours.ts'
import {
  approveInBulk,
  expectBooked,
  type Fleet,
  judge,
  letQueueGoOn,
  listStates,
  listUnsettled,
  requestPayouts,
  startFleet,
} from './processes.ts'

afterEach(closeAll)

const KILLS = 15

const anyOf = <T>(items: readonly [T, ...T[]]): T => items[randomInt(items.length)] ?? items[0]

/** Each kills at a moment that the simulator or a lock prolongs. */
const moments = [
  killAt('accept'),
  killAt('reply'),
  killAt('callback'),
  killOnLock('payout_callback'),
  killOnLock('payout_callback_outcome'),
  killOnLock('posting'),
] as const

function killAt(gate: 'accept' | 'reply' | 'callback') {
  return async (fleet: Fleet, approve: () => Promise<unknown>, kill: () => Promise<unknown>) => {
    const { simulator } = fleet
    simulator.hold(gate)
    await approve()
    await untilHeld(fleet, gate)
    await kill()
    simulator.release(gate)
  }
}

/** A payment of an earlier round may stop the queue meanwhile. */
async function untilHeld(fleet: Fleet, gate: 'accept' | 'reply' | 'callback'): Promise<void> {
  const look = async () => {
    await letQueueGoOn(fleet)
    return fleet.simulator.held()[gate]
  }
  await expect.poll(look, { timeout: 30_000 }).toBeGreaterThan(0)
}

/** Kill while the result of a callback is being stored. */
function killOnLock(table: string) {
  return async (fleet: Fleet, approve: () => Promise<unknown>, kill: () => Promise<unknown>) => {
    const { simulator, db } = fleet
    simulator.hold('callback')
    await approve()
    await untilHeld(fleet, 'callback')
    await db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in share mode`.execute(trx)
      simulator.release('callback')
      await expect.poll(() => countWaitingOnLock(db), { timeout: 30_000 }).toBeGreaterThan(0)
      await kill()
    })
  }
}

test('real workers killed at random moments: the money sent is the money booked', async () => {
  const fleet = await startFleet()
  const { db, servers, simulator } = fleet
  for (let kill = 0; kill < KILLS; kill++) {
    const victim = randomInt(2)
    // One payment that certainly gets its result, and one with any behaviour.
    await requestPayouts(fleet, ['ok', honestBehaviours[randomInt(honestBehaviours.length)] ?? 'ok'])
    simulator.setInitiator('valid')
    await letQueueGoOn(fleet)
    await anyOf(moments)(
      fleet,
      () => approveInBulk(fleet, 1 - victim),
      async () => void (await servers[victim]?.kill()),
    )
    await servers[victim]?.start()
  }
  const settle = async () => {
    simulator.setInitiator('valid')
    await letQueueGoOn(fleet)
    return listUnsettled(db)
  }
  await expect.poll(settle, { timeout: 120_000, interval: 300 }).toEqual([])
  await judge(fleet)
  const open = (await listStates(db)).filter(({ status }) => status !== 'paid' && status !== 'rejected')
  expect(open).toEqual([])
  await expectBooked(fleet)
}, 400_000)
