import { countWaitingOnLock } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { approvePayout, closeAll, expectPaidExactlyOnce, givenServer } from './testing.ts'

afterEach(closeAll)

test('the server killed after the response, before the callback arrived: paid exactly once', async () => {
  const { simulator, db, server } = await givenServer()
  simulator.hold('callback')
  const payout = await approvePayout(db)
  await simulator.whenHeld('callback')
  await server.kill()
  simulator.release('callback')
  await server.start()
  await expectPaidExactlyOnce(db, simulator, payout)
})

test('the server killed while it stores the callback: paid exactly once', async () => {
  const { simulator, db, server } = await givenServer()
  let payout: Awaited<ReturnType<typeof approvePayout>> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`lock table payout_callback in share mode`.execute(trx)
    payout = await approvePayout(db)
    await expect.poll(() => countWaitingOnLock(db), { timeout: 15_000 }).toBeGreaterThan(0)
    await server.kill()
  })
  expect(await db.selectFrom('payoutCallback').select('callbackId').execute()).toEqual([])
  await server.start()
  if (payout) await expectPaidExactlyOnce(db, simulator, payout)
})
