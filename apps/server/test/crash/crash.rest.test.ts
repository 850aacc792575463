import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { createTestDeps } from '@chuma/core/testing'
import { createDb, type Db } from '@chuma/db/client'
import { countWaitingOnLock, isLongRun } from '@chuma/db/testing'
import type { Simulator } from '@chuma/mpesa/simulator/start-simulator'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import {
  approvePayout,
  closeAll,
  closeLater,
  createServerProcess,
  expectPaidExactlyOnce,
  givenFolder,
  givenServer,
  openSimulator,
  readEmbedded,
} from './testing.ts'

afterEach(closeAll)

type Gate = Parameters<Simulator['hold']>[0]
/** `npm test` runs one of them: the moment when money has moved and no response came. */
const some = (gates: [string, Gate][]) => gates.filter(([, gate]) => isLongRun || gate === 'reply')

const gates: [string, Gate][] = [
  ['before anything was sent', 'oauth'],
  ['while the payment is on its way, not yet taken', 'accept'],
  ['after the money moved, before the answer came', 'reply'],
  ['after the answer, before the callback came', 'callback'],
]

test.each(some(gates))(
  'the server killed %s: after a restart the member is paid exactly once, or staff have to decide',
  async (_name, gate) => {
    const { simulator, db, server } = await givenServer()
    simulator.hold(gate)
    const payout = await approvePayout(db)
    await simulator.whenHeld(gate)
    await server.kill()
    if (gate === 'oauth' || gate === 'accept') await expect.poll(() => simulator.held()[gate]).toBe(0)
    simulator.release(gate)
    await server.start()
    if (gate === 'accept') await expectHeldForPerson(db, simulator, payout)
    else await expectPaidExactlyOnce(db, simulator, payout)
  },
)

test.runIf(isLongRun)('the server killed while it stores the callback: paid exactly once', async () => {
  const { simulator, db, server } = await givenServer()
  const payout = await db.transaction().execute(async (trx) => {
    await sql`lock table payout_callback in share mode`.execute(trx)
    const approved = await approvePayout(db)
    await expect.poll(() => countWaitingOnLock(db), { timeout: 15_000 }).toBeGreaterThan(0)
    await server.kill()
    return approved
  })
  expect(await db.selectFrom('payoutCallback').select('callbackId').execute()).toEqual([])
  await server.start()
  await expectPaidExactlyOnce(db, simulator, payout)
})

/** M-Pesa does not know the payment, which proves nothing: no payment is repeated and no points go back. */
async function expectHeldForPerson(db: Db, simulator: Simulator, payout: { id: string; memberId: string }) {
  const find = () =>
    db
      .selectFrom('withdrawal')
      .select(['status', 'payoutState'])
      .where('withdrawalId', '=', payout.id)
      .executeTakeFirst()
  await expect
    .poll(async () => (await find())?.payoutState, { timeout: 25_000, interval: 100 })
    .toBe('needs_review')
  expect(await find()).toMatchObject({ status: 'approved' })
  expect(simulator.ledger().payments).toHaveLength(0)
  expect(await verifyLedger(createTestDeps(db))).toMatchObject({ ok: true })
}

test.each(
  some([
    ['before anything was sent', 'oauth'],
    ['after the money moved, before the answer came', 'reply'],
    ['before the callback came', 'callback'],
  ]),
)('PostgreSQL killed %s: it comes back and the member is paid exactly once', async (_name, gate) => {
  const simulator = await openSimulator()
  const dir = await givenFolder()
  const server = await createServerProcess(simulator, { DATA_DIR: dir })
  await server.start()
  const { url, pid } = readEmbedded(dir)
  const db = createDb(url, { max: 3 })
  closeLater(() => db.destroy())

  simulator.hold(gate)
  const payout = await approvePayout(db)
  await simulator.whenHeld(gate)
  process.kill(pid, 'SIGKILL')
  simulator.release(gate)
  await expect
    .poll(
      () =>
        sql`select 1`.execute(db).then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  await expectPaidExactlyOnce(db, simulator, payout)
})
