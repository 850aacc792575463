import { lockQueue, slowQueue, takeTurn } from '@chuma/db/queries/payouts/payout-queue'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { changeEconomy, ensureEconomy } from '../../admin/economy.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { createEconomyReader, readEconomy } from '../../economy.ts'
import { createChanges } from '../../live/watch.ts'
import { createMailCapture, readRows, refusals } from '../../testing.ts'
import type { NotSent } from '../../wallet/providers.ts'
import { lockPayout } from '../attempts/payouts.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import {
  approve,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenSent,
  givenWithdrawal,
  letTimePass,
  look,
  runJobs,
  sweepLater,
  takeJobs,
  theOnly,
} from '../testing.ts'
import { queryFloat } from './query-float.ts'
import { getPayoutQueue, resumePayoutQueue, stopPayoutQueue, stopQueue } from './queue.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const scripted = createScriptedProvider()
const { mail, sent: mails } = createMailCapture()
const deps = createPayoutDeps(db, scripted.provider, { mail })
const plain = { ...scripted.play }

beforeEach(() => {
  Object.assign(scripted.play, plain)
  scripted.sends.length = 0
  mails.length = 0
})

async function givenApproved() {
  const { id, ref } = await givenWithdrawal(db)
  await approve(deps, { id })
  return { id, ref }
}

const stop = () => stopPayoutQueue(deps, finance, { reason: 'The bank called' })
const resume = () => resumePayoutQueue(deps, finance, { note: 'It was a mistake of theirs' })

const refusal: NotSent = {
  outcome: 'not-sent',
  code: '404.001.03',
  reason: 'The key is wrong',
  stopQueue: true,
  retryable: true,
}

const listAudits = async () => (await listAudit(db, 'payout-queue:scripted')).slice(-2)

test('a stopped queue sends nothing, however often it is tried, and everything after the stop', async () => {
  const { ref } = await givenApproved()
  await stop()
  for (let turn = 0; turn < 3; turn++) {
    expect(await runJobs(deps)).toEqual([])
    await letTimePass(db)
    await sweepPayouts(deps)
  }
  expect(scripted.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', held: 2, attempts: ['prepared'] })

  await resume()
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(scripted.sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('a stop between preparing and sending prevents sending', async () => {
  const { ref } = await givenApproved()
  scripted.play.prepare = async () => {
    await stop()
    return { outcome: 'ready' }
  }
  await sendPayout(deps, ref)
  expect(scripted.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
})

test('a worker that decides during a concurrent stop waits for it and sends nothing', async () => {
  const { ref } = await givenApproved()
  const cause = { reason: 'x', code: null, actor: 'system', address: null } as const
  await startBehind(
    db,
    (holder) => stopQueue(holder, 'scripted', cause),
    () => [sendPayout(deps, ref)],
  )
  expect(scripted.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
})

test('a failure that affects all payouts stops the queue in the transaction that records it', async () => {
  const { ref } = await givenApproved()
  const { ref: next } = await givenApproved()
  await takeJobs(db)
  await sendPayout(deps, ref)
  const payment = theOnly(scripted.sends)
  await callBack(deps, payment.resultUrl, { ...failedResult(payment, 'operator'), code: '2001' })
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2, attempts: ['failed'] })
  expect(await getPayoutQueue(deps)).toMatchObject({
    isStopped: true,
    code: '2001',
    reason: 'Not an M-Pesa customer.',
    stoppedBy: 'system',
    queuedCount: expect.any(Number),
  })
  await sendPayout(deps, next)
  expect(scripted.sends).toHaveLength(1)
  expect(mails.map(({ kind }) => kind)).toEqual(['sendQueueStopped'])
})

test('a failure is not recorded without its stop', async () => {
  const { ref } = await givenApproved()
  await runJobs(deps)
  const payment = theOnly(scripted.sends)
  await db.transaction().execute(async (trx) => {
    // Makes the stop fail.
    await trx.schema.alterTable('payoutQueue').renameTo('payoutQueueAway').execute()
  })
  await callBack(deps, payment.resultUrl, failedResult(payment, 'operator'))
  expect(await runJobs(deps)).toHaveLength(1)
  await db.schema.alterTable('payoutQueueAway').renameTo('payoutQueue').execute()
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test.each([
  ['without an access token', 'prepare'],
  ['after a refusal that affects all payouts', 'send'],
] as const)('%s the queue stops, and its payouts are sent when it resumes', async (_name, call) => {
  const { ref } = await givenApproved()
  scripted.play[call] = async () => refusal
  expect(await runJobs(deps)).toEqual([])
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: true, code: '404.001.03' })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  Object.assign(scripted.play, plain)
  await resume()
  await sweepLater(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('a finally refused status query stops the queue too', async () => {
  await givenApproved()
  await runJobs(deps)
  scripted.play.queryStatus = async () => refusal
  await sweepLater(deps)
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: true, code: '404.001.03' })
})

test('staff get one mail for each stop, and its author and reason are logged', async () => {
  await stop()
  await expect(stop()).rejects.toMatchObject({ code: 'QUEUE_STATE' })
  await runJobs(deps)
  expect(mails).toEqual([
    {
      kind: 'sendQueueStopped',
      mail: { provider: 'scripted', reason: 'The bank called', code: null, stoppedBy: 'staff:fatuma' },
    },
  ])
  await resume()
  await expect(resume()).rejects.toMatchObject({ code: 'QUEUE_STATE' })
  expect(await listAudits()).toMatchObject([
    { actor: 'staff:fatuma', action: 'payout-queue.stopped', reason: 'The bank called' },
    { actor: 'staff:fatuma', action: 'payout-queue.resumed', reason: 'It was a mistake of theirs' },
  ])
  await stop()
  await runJobs(deps)
  expect(mails).toHaveLength(2)
})

test('of twenty concurrent stops one counts', async () => {
  const race = await startBehind(
    db,
    (holder) => lockQueue(holder, 'scripted'),
    () => Array.from({ length: 20 }, stop),
  )
  expect(refusals(race)).toEqual(Array(19).fill('QUEUE_STATE'))
  expect(await takeJobs(db)).toHaveLength(1)
})

test('a member sees that their payout waits for us, while it does', async () => {
  const { ref } = await givenApproved()
  const read = async () => (await listWithdrawals(db, ref.memberId))[0]
  expect(await read()).toMatchObject({ payoutState: 'queued', waitReason: null, waitsUntil: null })
  await stop()
  expect(await read()).toMatchObject({ payoutState: 'queued', waitReason: 'stopped', waitsUntil: null })
  await resume()
  expect(await read()).toMatchObject({ payoutState: 'queued', waitReason: null })
})

test('a stop of one provider does not delay another’s payouts', async () => {
  const { ref } = await givenApproved()
  await stop()
  const { provider, sends } = createScriptedProvider()
  const other = createPayoutDeps(db, { ...provider, name: 'other' })
  await sweepLater(other)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent' })
})

test('without a provider there is no queue to stop', async () => {
  const byHand = createPayoutDeps(db, null)
  await expect(stopPayoutQueue(byHand, finance, { reason: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await getPayoutQueue(byHand)).toMatchObject({ provider: null, isStopped: false })
})

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
  const [{ nextSendAt } = { nextSendAt: null }] = await readRows(db, 'payoutQueue', ['nextSendAt'])
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
  const { deps, payment, sends, say } = await givenSent(db)
  await say(failedResult(payment, 'busy'))
  const other = await givenWithdrawal(db)
  await approve(deps, other)
  await takeJobs(db)
  await sendPayout(deps, other.ref)
  expect(sends).toHaveLength(1)
  expect(await look(db, other.ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  await sql`update payout_queue set next_send_at = clock_timestamp()`.execute(db)
  await sendPayout(deps, other.ref)
  expect(sends).toHaveLength(2)
})

test('a balance that our own fault keeps from us stops the queue, and a passing one does not', async () => {
  const { provider, play } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const refusal = { outcome: 'not-sent', code: '401', reason: 'The key is wrong', retryable: true } as const
  play.queryBalance = async () => ({ ...refusal, stopQueue: false })
  await queryFloat(deps)
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: false })
  play.queryBalance = async () => ({ ...refusal, stopQueue: true })
  await queryFloat(deps)
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: true, reason: 'The key is wrong' })
})

test('payments by hand have no balance to ask for', async () => {
  const { provider: _, ...scripted } = createScriptedProvider()
  await queryFloat(createPayoutDeps(db, null))
  expect(scripted.balances).toEqual([])
  expect(await db.selectFrom('payoutFloat').select('provider').execute()).toEqual([])
})

test('raising a limit sends payouts today that were waiting for tomorrow', async () => {
  await ensureEconomy(db)
  const changes = createChanges()
  const economyOf = createEconomyReader(db, { changes, maxAgeMs: 3_600_000 })
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider, { changes, economy: economyOf })
  const limit = async (dailyPayoutLimitKes: number) => {
    const { version } = await readEconomy(db)
    await changeEconomy(deps, finance, { version, changes: { dailyPayoutLimitKes }, reason: 'Agreed' })
  }
  await limit(3000)
  for (const { id } of [await givenWithdrawal(db), await givenWithdrawal(db)]) {
    await approve(deps, { id })
  }
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  await limit(6000)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(2)
})

test('a resume and a sender that is about to look at the queue do not deadlock', async () => {
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  const { id, ref } = await givenWithdrawal(db)
  await approve(deps, { id })
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

test('a queue never stands without that of all providers, so that every send locks both in one order', async () => {
  // With one alone, a send locks it and then the other, which a later send has locked first.
  await db.transaction().execute((trx) => lockQueue(trx, 'daraja'))
  const queues = await db.selectFrom('payoutQueue').select('provider').orderBy('provider').execute()
  expect(queues.map(({ provider }) => provider)).toEqual(['*', 'daraja'])
})
