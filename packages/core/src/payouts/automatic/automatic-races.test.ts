import { getAutomaticTodayKes, lockSwitch, readSwitch } from '@chuma/db/queries/payouts/automatic-payouts'
import { countWaitingOnLock, createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { createMailCapture } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { pausePayouts } from '../pauses.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  look,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { cancelWithdrawal } from '../withdrawals.ts'
import { releaseAutomaticPayout, stopAutomaticPayout, tripAutomaticPayout } from './automatic-payout.ts'
import { decideAutomatically, sweepAutomatic } from './decide-automatically.ts'
import { ask, forgetSwitch, givenProven, said, setRule } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider, sends, play } = createScriptedProvider()
const { mail, sent: mails } = createMailCapture()
const rule = await setRule(db)
const deps = createPayoutDeps(db, provider, { economy: async () => rule, mail })

beforeEach(async () => {
  await forgetWork(db)
  await forgetSwitch(db)
  sends.length = 0
  mails.length = 0
})

const stop = () => stopAutomaticPayout(deps, finance, { reason: 'Looks odd' })

test('of the machine and staff at the same moment one decides', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const ref = await ask(deps, await givenProven(db, deps))
    await takeJobs(db)
    const race = await startTogether<unknown>(db, ref.memberId, () => [
      decideAutomatically(deps, ref),
      decideWithdrawal(deps, finance, { id: ref.withdrawalId, status: 'approved', adminNotes: '' }),
      decideAutomatically(deps, ref),
    ])
    expect(race[0]?.status).toBe('fulfilled')
    expect((await look(db, ref)).attempts).toEqual(['prepared'])
    expect(await listAudit(db, `withdrawal:${ref.withdrawalId}`)).toHaveLength(1)
  }
})

test('of two automatic approvals at once that together exceed the day one is left to a person', async () => {
  const doneKes = await db.transaction().execute(getAutomaticTodayKes)
  await setRule(db, { automaticDayKes: doneKes + 3000 })
  const both = [await ask(deps, await givenProven(db, deps)), await ask(deps, await givenProven(db, deps))]
  await takeJobs(db)
  // A sender's lock holds back only who locks to approve: both read the sums of the day after it.
  await startBehind(
    db,
    (trx) => lockSwitch(trx, 'share'),
    () => both.map((ref) => decideAutomatically(deps, ref)),
  )
  const outcomes = await Promise.all(both.map((ref) => said(db, ref)))
  expect(outcomes.toSorted()).toEqual(['pay', 'person day'])
  const states = await Promise.all(both.map(async (ref) => (await look(db, ref)).status))
  expect(states.toSorted()).toEqual(['approved', 'pending'])
  await setRule(db)
})

test('a rejection at the same moment leaves nothing to pay', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  await startTogether<unknown>(db, ref.memberId, () => [
    decideAutomatically(deps, ref),
    decideWithdrawal(deps, finance, { id: ref.withdrawalId, status: 'rejected', adminNotes: 'No' }),
  ])
  await runJobs(deps)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10, held: 0 })
})

test('a member who cancels at the same moment gets the points or the money, not both', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const member = await givenProven(db, deps)
    const ref = await ask(deps, member)
    await takeJobs(db)
    sends.length = 0
    const [, cancelled] = await startTogether<unknown>(db, ref.memberId, () => [
      decideAutomatically(deps, ref),
      cancelWithdrawal(deps, member, { id: ref.withdrawalId }),
    ])
    await runJobs(deps)
    const isCancelled = cancelled?.status === 'fulfilled'
    expect(sends).toHaveLength(isCancelled ? 0 : 1)
    expect(await look(db, ref)).toMatchObject({ held: isCancelled ? 0 : 2 })
  }
})

test('the switch thrown at the moment of the approval prevents it', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  const { deciding } = await db.transaction().execute(async (trx) => {
    await tripAutomaticPayout(trx, { cause: 'staff', reason: 'Looks odd' })
    const deciding = decideAutomatically(deps, ref)
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    return { deciding }
  })
  await deciding
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
  expect(await said(db, ref)).toBe('person tripped')
})

test('the switch thrown at the moment of sending sends nothing, and staff decide', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  await decideAutomatically(deps, ref)
  const { sending } = await db.transaction().execute(async (trx) => {
    await tripAutomaticPayout(trx, { cause: 'staff', reason: 'Looks odd' })
    const sending = sendPayout(deps, ref)
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    return { sending }
  })
  await sending
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 2, attempts: ['not_sent'] })

  // From now on a person decides, and the switch has nothing to do with what they approve.
  await decideWithdrawal(deps, finance, { id: ref.withdrawalId, status: 'approved', adminNotes: '' })
  await runJobs(deps)
  expect(sends).toHaveLength(1)
})

test('a stop waits for a sender that has looked at the switch, and only for that', async () => {
  await db.transaction().execute(async (sender) => {
    await lockSwitch(sender, 'share')
    const stopping = stop()
    while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
    expect(await readSwitch(db)).toMatchObject({ isTripped: false })
    return { stopping }
  })
  while (!(await readSwitch(db)).isTripped) await new Promise(setImmediate)
})

test('after a failure under too much traffic the switch leaves the payout to a person', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  await decideAutomatically(deps, ref)
  await sql`update payout_attempt set state = 'failed', settled_at = now(), next_check_at = null
    where withdrawal_id = ${ref.withdrawalId}`.execute(db)
  await sql`insert into payout_attempt (member_id, withdrawal_id, attempt_no, provider, originator_conversation_id, amount_kes,
      mpesa_number, is_automatic)
    select member_id, withdrawal_id, 2, provider, 'po_again', amount_kes, mpesa_number, true from payout_attempt
    where withdrawal_id = ${ref.withdrawalId}`.execute(db)
  await stop()
  await sendPayout(deps, ref)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', attempts: ['failed', 'not_sent'] })
})

test('a pause at the moment of the approval keeps the money', async () => {
  const member = await givenProven(db, deps)
  const ref = await ask(deps, member)
  await takeJobs(db)
  await startTogether<unknown>(db, ref.memberId, () => [
    decideAutomatically(deps, ref),
    pausePayouts(deps, finance, { memberId: member.memberId, reason: 'Looks odd' }),
  ])
  await runJobs(deps)
  expect(sends).toEqual([])
})

test('a worker that dies between the decision and the payment forgets neither', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  play.prepare = async () => {
    throw new Error('killed')
  }
  await decideAutomatically(deps, ref)
  expect(await runJobs(deps)).toHaveLength(1)
  play.prepare = async () => ({ outcome: 'ready' })
  await sendPayout(deps, ref)
  await sendPayout(deps, ref)
  expect(sends).toHaveLength(1)
})

test('staff stop it alone, a second person releases it, and what waited is looked at again', async () => {
  const [first, second] = [await givenStaff(deps), await givenStaff(deps)]
  await sql`update staff set created_at = created_at - interval '30 days'`.execute(db)
  const { switch: thrown } = await stop()
  expect(thrown).toMatchObject({ isTripped: true, cause: 'staff', trippedBy: finance.name })
  await expect(stop()).rejects.toMatchObject({ code: 'QUEUE_STATE' })
  const ref = await ask(deps, await givenProven(db, deps))
  await runJobs(deps)
  expect(await said(db, ref)).toBe('person tripped')
  expect(mails.filter(({ kind }) => kind === 'sendAutomaticStopped').length).toBeGreaterThan(0)

  const release = { trippedAt: thrown.trippedAt?.toISOString() ?? '', note: 'It was a holiday' }
  const asked = await releaseAutomaticPayout(deps, first.actor, release).catch((error) => error)
  expect(asked).toMatchObject({ code: 'APPROVAL_PENDING' })
  expect(await readSwitch(db)).toMatchObject({ isTripped: true })
  const { approvalId } = asked.failure.params
  await decideApproval(deps, second.actor, { approvalId, decision: 'approve', note: '' })
  expect(await readSwitch(db)).toMatchObject({ isTripped: false })
  await sql`update withdrawal set requested_at = requested_at - interval '1 minute'
    where withdrawal_id = ${ref.withdrawalId}`.execute(db)
  await sweepAutomatic(deps)
  expect(await said(db, ref)).toBe('pay')
})

test('who saw an earlier stop does not release a later one', async () => {
  await stop()
  const stale = { trippedAt: '2026-01-01T00:00:00.000Z', note: 'Fine' }
  await expect(releaseAutomaticPayout(deps, finance, stale)).rejects.toMatchObject({ code: 'QUEUE_STATE' })
})
