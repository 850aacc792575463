import { lockQueue, slowQueue, takeTurn } from '@chuma/db/queries/payouts/payout-queue'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { theOnly } from '../the-only.testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

const take = (perSecond: number | null, mostMs = 1000) =>
  db.transaction().execute(async (trx) => {
    await lockQueue(trx, 'scripted')
    return takeTurn(trx, 'scripted', { perSecond, mostMs })
  })

test('turns of all processes are as far apart as the rate says, by the database’s clock', async () => {
  const calls = await Promise.all(Array.from({ length: 5 }, () => take(0.5, 60_000)))
  const waits = calls.map((turn) => ('waitMs' in turn ? turn.waitMs : Number.NaN)).sort((a, b) => a - b)
  expect(waits[0]).toBe(0)
  for (const [place, wait] of waits.entries()) {
    expect(wait).toBeGreaterThan(place * 2000 - 1500)
    expect(wait).toBeLessThanOrEqual(place * 2000)
  }
})

test('a turn that is too far away is not taken', async () => {
  await take(0.1)
  expect(await take(0.1)).toEqual({ notForMs: expect.any(Number) })
  const [{ nextSendAt } = { nextSendAt: null }] = await db
    .selectFrom('payoutQueue')
    .select('nextSendAt')
    .execute()
  await take(0.1)
  expect((await db.selectFrom('payoutQueue').select('nextSendAt').execute())[0]?.nextSendAt).toEqual(
    nextSendAt,
  )
})

test('without a rate nobody waits, except while the provider is busy', async () => {
  expect([await take(null), await take(null)]).toEqual([{ waitMs: 0 }, { waitMs: 0 }])
  await db.transaction().execute((trx) => slowQueue(trx, 'scripted', 10))
  expect(await take(null)).toEqual({ notForMs: expect.any(Number) })
})

test('after a failure under too much traffic everyone’s payouts wait, and are sent later', async () => {
  const scripted = createScriptedProvider()
  const deps = createPayoutDeps(db, scripted.provider)
  const [busy, other] = [await givenWithdrawal(db), await givenWithdrawal(db)]
  await decideWithdrawal(deps, finance, { id: busy.id, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  const payment = theOnly(scripted.sends)
  await callBack(deps, payment.resultUrl, failedResult(payment, 'busy'))
  await runJobs(deps)

  await decideWithdrawal(deps, finance, { id: other.id, status: 'approved', adminNotes: '' })
  await takeJobs(db)
  await sendPayout(deps, other.ref)
  expect(scripted.sends).toHaveLength(1)
  expect(await look(db, other.ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  await sql`update payout_queue set next_send_at = clock_timestamp()`.execute(db)
  await sendPayout(deps, other.ref)
  expect(scripted.sends).toHaveLength(2)
})
