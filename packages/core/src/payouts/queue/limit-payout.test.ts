import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { lockQueue } from '@chuma/db/queries/payouts/payout-queue'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startBehind } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { createMailCapture, givenMember, refusals } from '../../testing.ts'
import { retryPayout } from '../attempts/retry-payout.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import {
  approve as approveFor,
  ask,
  callBack,
  createPayoutDeps,
  createScriptedProvider,
  failedResult,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  paidResult,
  runJobs,
  sweepLater,
  takeJobs,
  theOnly,
} from '../testing.ts'
import { queryFloat } from './query-float.ts'
import { getPayoutQueue, type Limits } from './queue.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

function createWorld(limits: Partial<Limits>) {
  const scripted = createScriptedProvider()
  const { mail, sent: mails } = createMailCapture()
  const economyOf = async () => economy.parse({ ...defaultEconomy, ...limits })
  const deps = createPayoutDeps(db, scripted.provider, { mail, economy: economyOf })
  const approve = async (member?: SignedInMember) => {
    const ofMember = member && { memberId: member.memberId, ...(await ask(deps, member, { points: 2 })) }
    const { id, memberId } = ofMember ?? (await givenWithdrawal(db))
    await approveFor(deps, { id })
    const read = async () => (await listWithdrawals(db, memberId))[0]
    return { id, ref: { memberId, withdrawalId: id }, read }
  }
  const work = () => runJobs(deps)
  const tomorrow = () => sweepLater(deps)
  const answerBalance = async (body: object | string) => {
    await queryFloat(deps)
    await callBack(deps, scripted.balances.at(-1)?.resultUrl ?? '', body)
    await work()
  }
  return { ...scripted, deps, mails, approve, work, tomorrow, answerBalance }
}

const startOfTomorrow = async () => {
  const { rows } = await sql<{ at: Date }>`
    select (date_trunc('day', now() at time zone 'Africa/Nairobi') + interval '1 day') at time zone 'Africa/Nairobi' as at
  `.execute(db)
  return rows[0]?.at
}

test('a payout beyond the daily limit waits for the next day, and the member sees why', async () => {
  const { approve, work, tomorrow, sends } = createWorld({ dailyPayoutLimitKes: 4000 })
  const [, , third] = [await approve(), await approve(), await approve()]
  await work()
  expect(sends).toHaveLength(2)
  expect(await third.read()).toMatchObject({
    payoutState: 'queued',
    waitReason: 'daily-limit',
    waitsUntil: await startOfTomorrow(),
  })
  await tomorrow()
  expect(sends).toHaveLength(3)
  expect(await third.read()).toMatchObject({ payoutState: 'sent', waitReason: null, waitsUntil: null })
})

test('a member’s daily limit delays only their payouts', async () => {
  const { approve, work, sends } = createWorld({ memberDailyPayoutLimitKes: 3000 })
  const member = await givenMember(db, { points: 4 })
  const [, { id }] = [await approve(member), await approve(member)]
  const other = await approve()
  await work()
  expect(sends).toHaveLength(2)
  const held = (await listWithdrawals(db, member.memberId)).find((withdrawal) => withdrawal.id === id)
  expect(held).toMatchObject({ payoutState: 'queued', waitReason: 'member-daily-limit' })
  expect(await other.read()).toMatchObject({ payoutState: 'sent' })
})

test('of two concurrent workers at the limit one sends', async () => {
  const { approve, deps, sends } = createWorld({ dailyPayoutLimitKes: 3000 })
  const refs = [(await approve()).ref, (await approve()).ref]
  await takeJobs(db)
  const race = await startBehind(
    db,
    (holder) => lockQueue(holder, 'scripted'),
    () => refs.map((ref) => sendPayout(deps, ref)),
  )
  expect(refusals(race)).toEqual([])
  expect(sends).toHaveLength(1)
  const states = await Promise.all(refs.map(async (ref) => (await look(db, ref)).payoutState))
  expect(states.sort()).toEqual(['queued', 'sent'])
})

test('an unknown result counts as sent, a certain failure does not', async () => {
  const { approve, work, deps, play, sends } = createWorld({ dailyPayoutLimitKes: 3000 })
  play.send = async () => ({ outcome: 'unknown', code: '504', reason: 'no answer' })
  const doubtful = await approve()
  await work()
  const second = await approve()
  await work()
  expect(sends).toHaveLength(1)
  expect(await second.read()).toMatchObject({ waitReason: 'daily-limit' })

  const payment = theOnly(sends)
  await callBack(deps, payment.resultUrl, failedResult(payment, 'member'))
  await work()
  expect(await look(db, doubtful.ref)).toMatchObject({ status: 'rejected' })
  await approve()
  await work()
  expect(sends).toHaveLength(2)
})

test('an amount above the whole daily limit needs review, and staff can raise the limit and send it', async () => {
  const small = createWorld({ dailyPayoutLimitKes: 1000 })
  const { id, ref } = await small.approve()
  await small.work()
  expect(small.sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2, attempts: ['not_sent'] })
  const { deps, work, sends } = createWorld({ dailyPayoutLimitKes: 2000 })
  await retryPayout(deps, finance, { id })
  await work()
  expect(sends).toHaveLength(1)
})

test('without a limit nothing is delayed', async () => {
  const { approve, work, sends } = createWorld({ dailyPayoutLimitKes: 0, memberDailyPayoutLimitKes: 0 })
  for (let n = 0; n < 3; n++) await approve()
  await work()
  expect(sends).toHaveLength(3)
})

test('a payout larger than our balance waits, alarms staff, and is sent once there is enough', async () => {
  const { approve, work, tomorrow, answerBalance, deps, sends, mails } = createWorld({})
  await answerBalance({ availableKes: 3000.5 })
  const [one, two, three] = [await approve(), await approve(), await approve()]
  await work()
  expect(sends).toHaveLength(1)
  expect(await one.read()).toMatchObject({ payoutState: 'sent' })
  for (const held of [two, three]) expect(await held.read()).toMatchObject({ waitReason: 'low-float' })
  expect(mails).toEqual([{ kind: 'sendFloatLow', mail: { provider: 'scripted', amountKes: 1000.5 } }])
  expect(await getPayoutQueue(deps)).toMatchObject({ isStopped: false, isFloatLow: true, floatKes: 3000.5 })

  // Still not enough: no second alarm.
  await answerBalance({ availableKes: 1000.5 })
  expect(mails).toHaveLength(1)
  await answerBalance({ availableKes: 9000 })
  await tomorrow()
  expect(sends).toHaveLength(3)
  await answerBalance({ availableKes: 5000 })
  expect(await getPayoutQueue(deps)).toMatchObject({ isFloatLow: false, floatKes: 5000 })
})

test('an old balance delays nothing', async () => {
  const { approve, work, answerBalance, sends } = createWorld({})
  await answerBalance({ availableKes: 10 })
  await sql`update payout_float set asked_at = asked_at - interval '31 minutes'`.execute(db)
  await approve()
  await work()
  expect(sends).toHaveLength(1)
})

test('payments before a balance query do not count against its answer', async () => {
  const { approve, work, answerBalance, deps, sends } = createWorld({})
  await approve()
  await work()
  const payment = theOnly(sends)
  await callBack(deps, payment.resultUrl, paidResult(payment, 'UKKFLOAT01'))
  await answerBalance({ availableKes: 2000 })
  await approve()
  await work()
  expect(sends).toHaveLength(2)
})

test('below the minimum staff are alarmed once, until there is enough again', async () => {
  const { answerBalance, mails } = createWorld({ minimumFloatKes: 5000 })
  for (const availableKes of [4999, 4000, 6000, 100]) await answerBalance({ availableKes })
  expect(mails.map(({ mail }) => mail.amountKes)).toEqual([4999, 100])
})

test('an outdated or unreadable balance changes nothing', async () => {
  const { answerBalance, deps, balances, work } = createWorld({})
  await queryFloat(deps)
  const early = balances.at(-1)?.resultUrl ?? ''
  await answerBalance({ availableKes: 7000 })
  await callBack(deps, early, { availableKes: 1 })
  await answerBalance('<html>')
  await work()
  expect(await getPayoutQueue(deps)).toMatchObject({ floatKes: 7000 })
})

test('a balance from a foreign address is stored but ignored', async () => {
  const { answerBalance, deps, balances, work } = createWorld({})
  await answerBalance({ availableKes: 7000 })
  await queryFloat(deps)
  await callBack(deps, balances.at(-1)?.resultUrl ?? '', { availableKes: 1 }, '196.201.214.1')
  await work()
  expect(await getPayoutQueue(deps)).toMatchObject({ floatKes: 7000 })
})
