import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRow } from '../../testing.ts'
import { undoApproval } from '../approvals/approval-rules.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { resumePayoutQueue, stopPayoutQueue } from '../queue/queue.ts'
import {
  approve,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenApproved,
  givenWithdrawal,
  letTimePass,
  look,
  newReceipt,
  paidResult,
  runJobs,
  scriptedPayouts,
  sweepLater,
  takeJobs,
  theOnly,
} from '../testing.ts'
import type { Payment, SendOutcome } from './payouts.ts'
import { retryPayout } from './retry-payout.ts'
import { checkPayout, sendPayout } from './send-payout.ts'
import { sweepPayouts } from './sweep-payouts.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

/** Approved; its job is lost. */
async function givenQueued() {
  const approved = await givenApproved(db)
  await takeJobs(db)
  return approved
}

const killed = () => Promise.reject(new Error('killed'))

test('an accepted payout is sent, with an id and addresses that Safaricom accepts', async () => {
  const { deps, ref, sends } = await givenQueued()
  await sendPayout(deps, ref)
  expect(sends).toEqual([
    {
      originatorConversationId: expect.stringMatching(/^po_[0-9a-z]{16}$/),
      amountKes: 2000,
      msisdn: '254712345678',
      remarks: 'Earnings payout',
      occasion: sends[0]?.originatorConversationId,
      resultUrl: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/d\/r\/[0-9a-f]{64}$/),
      timeoutUrl: expect.stringMatching(/^http:\/\/localhost:3000\/hooks\/d\/t\/[0-9a-f]{64}$/),
    },
  ])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', held: 2, attempts: ['sent'] })
})

test('the step to sending is committed before the request is made', async () => {
  const { deps, ref, play } = await givenQueued()
  const seen: unknown[] = []
  play.send = async () => {
    seen.push(await look(db, ref))
    return { outcome: 'accepted', conversationId: 'AG_1' }
  }
  await sendPayout(deps, ref)
  expect(seen).toMatchObject([{ payoutState: 'sending', attempts: ['sending'] }])
})

test('of concurrent workers one sends a payout', async () => {
  const { deps, ref, sends } = await givenQueued()
  const results = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 8 }, () => sendPayout(deps, ref)),
  )
  expect(sends).toHaveLength(1)
  // The others find nothing to do; an error would fail their jobs.
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('without an access token nothing is sent, and the job is retried with the same id', async () => {
  const { deps, ref, play, sends } = await givenQueued()
  play.prepare = async () => ({
    outcome: 'not-sent',
    code: 'ECONNREFUSED',
    reason: 'refused',
    stopQueue: false,
    retryable: true,
  })
  await expect(sendPayout(deps, ref)).rejects.toThrow('ECONNREFUSED')
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  play.prepare = async () => ({ outcome: 'ready' })
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('after a worker dies before sending, another sends with the same id', async () => {
  const { deps, ref, play, sends } = await givenQueued()
  const { originatorConversationId } = await readRow(db, 'payoutAttempt', ['originatorConversationId'], {
    withdrawalId: ref.withdrawalId,
  })
  play.prepare = killed
  await sendPayout(deps, ref).catch(() => {})
  await letTimePass(db)
  await sweepPayouts(deps)
  play.prepare = async () => ({ outcome: 'ready' })
  await runJobs(deps)
  expect(sends).toMatchObject([{ originatorConversationId }])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test('after a worker dies while sending, the result is unknown, is queried and never sent again', async () => {
  const { deps, ref, play, sends, queries } = await givenQueued()
  play.send = killed
  await sendPayout(deps, ref).catch(() => {})
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sending', attempts: ['sending'] })
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])

  await letTimePass(db)
  await sweepPayouts(deps)
  await sweepPayouts(deps)
  expect(await runJobs(deps)).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', held: 2, attempts: ['unknown'] })
  expect(sends).toHaveLength(1)
  expect(queries).toMatchObject([{ originatorConversationId: sends[0]?.originatorConversationId }])

  await callBack(deps, theOnly(queries).resultUrl, paidResult(theOnly(sends), 'UKKSEND001'))
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    receipt: 'UKKSEND001',
    held: 0,
    attempts: ['paid'],
  })
})

test.each([
  ['passes', notSent({ retryable: true })],
  ['is traffic', notSent({ retryable: true, isBusy: true })],
])('after a refusal that %s the provider is asked again with the same id', async (_name, outcome) => {
  const { deps, ref, play, sends } = await givenQueued()
  const accept = play.send
  play.send = async () => outcome
  await expect(sendPayout(deps, ref)).rejects.toThrow('500.003.02')
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  play.send = accept
  await sendPayout(deps, ref)
  expect(new Set(sends.map((send) => send.originatorConversationId)).size).toBe(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', attempts: ['sent'] })
})

test.each([
  ['a refusal for good', notSent({ retryable: false })],
  ['a final refusal that stops the queue', notSent({ retryable: false, stopQueue: true })],
])('%s needs review and is not repeated', async (_name, outcome) => {
  const { deps, id, ref, play, sends } = await givenQueued()
  play.send = async () => outcome
  await sendPayout(deps, ref)
  await sweepLater(deps)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2, attempts: ['not_sent'] })
  await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'We cannot pay this number' })
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, held: 0 })
})

test('a lost reply leaves the result unknown, and a callback still settles it', async () => {
  const { deps, ref, play, sends } = await givenQueued()
  play.send = async () => ({ outcome: 'unknown', code: '500.002.1001', reason: 'Duplicate' })
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
  const payment = theOnly(sends)
  await callBack(deps, payment.resultUrl, paidResult(payment, 'UKKSEND002'))
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ status: 'paid', held: 0, attempts: ['paid'] })
})

test('a result that arrives before the reply counts', async () => {
  const { deps, ref, play, sends } = await givenQueued()
  play.send = async (payment) => {
    await callBack(deps, payment.resultUrl, paidResult(payment, 'UKKSEND003'))
    await runJobs(deps)
    return { outcome: 'accepted', conversationId: 'AG_3' }
  }
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    payoutState: 'paid',
    held: 0,
    attempts: ['paid'],
  })
})

test('a reply after the worker’s lease changes nothing', async () => {
  const { deps, ref, play } = await givenQueued()
  play.send = async () => {
    await sweepLater(deps)
    return notSent({ retryable: true })
  }
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
})

test('the sweep finds a queued payout whose job is lost, and it is sent once', async () => {
  const { deps, ref, sends } = await givenQueued()
  await sweepPayouts(deps)
  expect(await takeJobs(db)).toEqual([])
  // Once, however many sweep and however long no worker runs.
  for (let lease = 0; lease < 3; lease++) {
    await letTimePass(db)
    await Promise.all([sweepPayouts(deps), sweepPayouts(deps), sweepPayouts(deps)])
  }
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('a payout queued for a provider is paid by hand once there is none', async () => {
  const { ref } = await givenQueued()
  await sendPayout(createPayoutDeps(db, null), ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'manual', attempts: ['not_sent'] })
})

function notSent(options: { retryable: boolean; stopQueue?: boolean; isBusy?: true }): SendOutcome {
  return { outcome: 'not-sent', code: '500.003.02', reason: 'Spike arrest', stopQueue: false, ...options }
}

afterEach(() => {
  vi.useRealTimers()
})

/** Suspended after the commit of `sending`, and before the deadline is read, for `sleep`. */
function suspendAfterCommit(deps: ReturnType<typeof createPayoutDeps>, sleep: () => Promise<unknown>) {
  let isAsleep = false
  const sleeping = new Proxy(db, {
    get(target, key) {
      const value = Reflect.get(target, key, target)
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
          const done = await target.transaction().execute(work)
          if (!isAsleep && (await isSending())) {
            isAsleep = true
            await sleep()
          }
          return done
        },
      })
    },
  })
  return { ...deps, db: sleeping }
}

async function isSending() {
  const rows = await db.selectFrom('payoutAttempt').select('state').where('state', '=', 'sending').execute()
  return rows.length > 0
}

test('a sender that slept through its lease sends nothing, whatever was decided meanwhile', async () => {
  const { deps, id, ref, sends } = await givenQueued()
  const asleep = suspendAfterCommit(deps, async () => {
    await letTimePass(db)
    for (let turn = 0; turn < 6; turn++) await checkPayout(deps, ref)
    await decideWithdrawal(deps, finance, { id, status: 'rejected', adminNotes: 'Not on the statement' })
  })
  await sendPayout(asleep, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, attempts: ['failed'] })
})

test('a sender that slept through its lease, about which nobody decided, sends later with the same id', async () => {
  const { deps, ref, sends } = await givenQueued()
  await expect(
    sendPayout(
      suspendAfterCommit(deps, () => letTimePass(db)),
      ref,
    ),
  ).rejects.toThrow('TOO_LATE')
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test.each([
  ['rejected', 'Not on the statement'],
  ['paid', 'UKK9000001'],
] as const)('a payment in doubt is not %s while its sender may still write', async (status, adminNotes) => {
  const { deps, id, ref, play, sends } = await givenQueued()
  const decide = () => decideWithdrawal(deps, finance, { id, status, adminNotes })
  play.send = async (payment) => {
    // A stranger's callback, or one of a timeout, makes it doubtful before the sender has its answer.
    await callBack(deps, payment.timeoutUrl, '')
    await runJobs(deps)
    for (let turn = 0; turn < 6; turn++) await checkPayout(deps, ref)
    expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review' })
    await expect(decide()).rejects.toMatchObject({ code: 'PAYOUT_LEAVING' })
    return { outcome: 'unknown', code: '1', reason: 'No answer' }
  }
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
  // The sender has its answer and will not write again.
  expect(await decide()).toMatchObject({ status })
})

test.each([
  ['the monotonic clock', performance],
  ['the time of day', Date],
])('%s is asked again right before the write', async (_name, clock) => {
  const { deps, ref, play } = await givenQueued()
  const answers: boolean[] = []
  play.send = async (_payment, mayWrite) => {
    answers.push(mayWrite())
    const now = clock.now()
    const spy = vi.spyOn(clock, 'now').mockReturnValue(now + 61_000)
    answers.push(mayWrite())
    spy.mockRestore()
    return { outcome: 'accepted', conversationId: 'AG_9' }
  }
  await sendPayout(deps, ref)
  expect(answers).toEqual([true, false])
})

test.each([-3_600_000, 3_600_000])(
  'with the application’s clock %d ms off, a payout is sent in time and a back-off lasts as long as it should by the database’s',
  async (offset) => {
    const { deps, ref, sends } = await givenQueued()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
    await sendPayout(deps, ref)
    const payment = theOnly(sends)
    await callBack(deps, payment.resultUrl, failedResult(payment, 'busy'))
    await runJobs(deps)
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from waits_until - clock_timestamp())::int as seconds from withdrawal
      where member_id = ${ref.memberId}`.execute(db)
    expect(theOnly(rows).seconds).toBeGreaterThan(45)
    expect(theOnly(rows).seconds).toBeLessThanOrEqual(60)
    await runJobs(deps)
    await sendPayout(deps, ref)
    expect(sends).toHaveLength(1)
  },
)

/** A withdrawal whose provider took the payment, and answered that it was busy. */
async function givenTakenWhileBusy() {
  const { provider, play, queries } = createScriptedProvider()
  const old = { ...provider, name: 'old' }
  const deps = createPayoutDeps(db, old)
  const { id, ref } = await givenWithdrawal(db)
  await approve(deps, { id })
  const taken: Payment[] = []
  play.send = async (payment) => {
    taken.push(payment)
    return notSent({ retryable: true, isBusy: true })
  }
  await expect(sendPayout(deps, ref)).rejects.toThrow('was not taken')
  await forgetWork(db)
  const next = createScriptedProvider()
  const rails = [
    { ...next.provider, name: 'next' },
    { ...old, isRetired: true },
  ]
  const replaced = createPayoutDeps(db, null, { payouts: { ...scriptedPayouts(null), rails } })
  return { id, ref, deps, play, queries, taken, replaced, next }
}

test('when another provider takes over, the busy one is queried and the other is not asked', async () => {
  const { replaced, ref, queries, taken, next } = await givenTakenWhileBusy()
  await sendPayout(replaced, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'unknown', attempts: ['unknown'] })
  await sweepLater(replaced)
  expect(queries).toMatchObject([{ originatorConversationId: taken[0]?.originatorConversationId }])
  const receipt = newReceipt()
  const [payment] = taken
  const [query] = queries
  if (!payment || !query) throw new Error('nothing was asked')
  await callBack(replaced, query.resultUrl, paidResult(payment, receipt))
  await runJobs(replaced)
  expect(next.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'paid', attempts: ['paid'] })
})

test('when no provider is left, a person finds out before anyone pays by hand', async () => {
  const { ref } = await givenTakenWhileBusy()
  const byHand = createPayoutDeps(db, null)
  await sendPayout(byHand, ref)
  await sweepLater(byHand)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', attempts: ['needs_review'] })
})

test('its approval is not undone, and it is not rejected', async () => {
  const { deps, id, ref } = await givenTakenWhileBusy()
  await expect(undoApproval(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  const rejection = { id, status: 'rejected', adminNotes: 'The name differs' } as const
  await expect(decideWithdrawal(deps, finance, rejection)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', held: 2, attempts: ['prepared'] })
})

test('if it refuses the payment the second time, a person finds out, and no new attempt begins before', async () => {
  const { deps, id, ref, play } = await givenTakenWhileBusy()
  play.send = async () => notSent({ retryable: false })
  await sendPayout(deps, ref)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', attempts: ['needs_review'] })
  await expect(retryPayout(deps, finance, { id })).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('the database does not make it pending either', async () => {
  const { ref } = await givenTakenWhileBusy()
  await sql`update payout_attempt set state = 'not_sent', settled_at = now(), next_check_at = null, lease_until = null
    where withdrawal_id = ${ref.withdrawalId}`.execute(db)
  const reset = sql`update withdrawal set status = 'pending', payout_state = null where withdrawal_id = ${ref.withdrawalId}`
  await expect(reset.execute(db)).rejects.toThrow('stays approved')
})

const { provider, sends } = createScriptedProvider()
const deps = createPayoutDeps(db, provider)

beforeEach(async () => {
  await forgetWork(db)
  sends.length = 0
})

/** The workers died with their jobs, and a minute passed. */
async function forgetJobs() {
  await takeJobs(db)
  await letTimePass(db)
}

async function givenWaiting(count: number) {
  await stopPayoutQueue(deps, finance, { reason: 'The float is empty' })
  for (let index = 0; index < count; index += 1) {
    const { id } = await givenWithdrawal(db)
    await approve(deps, { id })
  }
  await runJobs(deps)
  expect(sends).toHaveLength(0)
  await resumePayoutQueue(deps, finance, { note: 'It was filled up' })
}

test('what waited for a stopped queue is queued when it is resumed', async () => {
  await givenWaiting(3)
  await runJobs(deps)
  expect(sends).toHaveLength(3)
})

test('a resume is answered though the sweep after it fails, and the next one takes what waited', async () => {
  const { id } = await givenWithdrawal(db)
  await approve(deps, { id })
  await stopPayoutQueue(deps, finance, { reason: 'The float is empty' })
  await runJobs(deps)
  const failures: string[] = []
  const failing = { ...deps, reportFailure: (_: unknown, about: string) => void failures.push(about) }
  await sql`alter table payout_callback_outcome rename to callback_outcome_away`.execute(db)
  const resumed = await resumePayoutQueue(failing, finance, { note: 'It was filled up' }).finally(() =>
    sql`alter table callback_outcome_away rename to payout_callback_outcome`.execute(db),
  )
  expect(resumed).toMatchObject({ isStopped: false })
  expect(failures).toEqual(['the sweep after a resume failed'])
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(1)
})

test('one sweep takes everything that lost its job, page by page', async () => {
  await givenWaiting(5)
  await forgetJobs()
  await sweepPayouts(deps, { pageSize: 2 })
  await runJobs(deps)
  expect(sends).toHaveLength(5)
})

test('a page whose rows all fail ends the sweep, and is tried again by the next', async () => {
  await givenWaiting(3)
  await forgetJobs()
  const failures: unknown[] = []
  const failing = { ...deps, reportFailure: (error: unknown) => void failures.push(error) }
  await sql`create trigger broken before update on payout_attempt for each statement execute function refuse_change()`.execute(
    db,
  )
  await sweepPayouts(failing, { pageSize: 2 })
  await sql`drop trigger broken on payout_attempt`.execute(db)
  expect(failures).toHaveLength(2)
  await sweepPayouts(deps, { pageSize: 2 })
  await runJobs(deps)
  expect(sends).toHaveLength(3)
})
