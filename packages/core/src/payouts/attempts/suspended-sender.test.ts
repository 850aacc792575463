import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import {
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { theOnly } from '../the-only.testing.ts'
import { checkPayout, sendPayout } from './send-payout.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
afterEach(() => {
  vi.useRealTimers()
})

async function givenApproved() {
  const scripted = createScriptedProvider()
  const deps = createPayoutDeps(db, scripted.provider)
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await takeJobs(db)
  return { ...scripted, deps, id, ref }
}

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
  const { deps, id, ref, sends } = await givenApproved()
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
  const { deps, ref, sends } = await givenApproved()
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
  const { deps, id, ref, play, sends } = await givenApproved()
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
  const { deps, ref, play } = await givenApproved()
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
  'with the application’s clock %d ms off, a back-off lasts as long as it should by the database’s',
  async (offset) => {
    const { deps, ref, sends } = await givenApproved()
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

test.each([-3_600_000, 3_600_000])(
  'with the application’s clock %d ms off, a payout is sent in time',
  async (offset) => {
    const { deps, ref, sends } = await givenApproved()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offset })
    await sendPayout(deps, ref)
    expect(sends).toHaveLength(1)
  },
)
