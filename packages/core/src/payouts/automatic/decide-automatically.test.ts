import { getAutomaticTodayKes, lockSwitch, readSwitch } from '@chuma/db/queries/payouts/automatic-payouts'
import { countWaitingOnLock, createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { createMailCapture, giveRole, readRow } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { undoApproval } from '../approvals/approval-rules.ts'
import { sendPayout } from '../attempts/send-payout.ts'
import { sweepHolds } from '../holds/review-holds.ts'
import { changeAccount, letHoldsAge } from '../holds/testing.ts'
import { pausePayouts } from '../pauses.ts'
import {
  approve,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  look,
  reject,
  runJobs,
  takeJobs,
} from '../testing.ts'
import { cancelWithdrawal } from '../withdrawals.ts'
import { releaseAutomaticPayout, stopAutomaticPayout, tripAutomaticPayout } from './automatic-payout.ts'
import { decideAutomatically, sweepAutomatic } from './decide-automatically.ts'
import { ask, earn, forgetSwitch, givenProven, said, setRule } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider, sends, play } = createScriptedProvider()
const { mail, sent: mails } = createMailCapture()
let rule = await setRule(db)
const deps = createPayoutDeps(db, provider, { economy: async () => rule, mail })

beforeEach(async () => {
  await forgetWork(db)
  await forgetSwitch(db)
  sends.length = 0
  mails.length = 0
  rule = await setRule(db)
})

const change = async (changes: Parameters<typeof setRule>[1]) => {
  rule = await setRule(db, changes)
}

test('staff give points to their own member, and the machine leaves the payment to a person', async () => {
  const maker = await givenStaff(deps, { role: 'finance' })
  const member = await givenProven(db, deps, { points: 1 })
  await editEarnings(deps, maker.actor, {
    memberId: member.memberId,
    points: 4,
    totalEarnings: 4,
    reason: 'Because',
  })
  const ref = await ask(deps, member)
  await runJobs(deps)
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
  expect(await said(db, ref)).toBe('person insider')
})

test('what a member earned is paid without a person, and the audit log says by which rule', async () => {
  const member = await givenProven(db, deps)
  const ref = await ask(deps, member)
  expect(await runJobs(deps)).toEqual([])
  expect(sends).toHaveLength(1)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent', processedBy: 'automatic' })
  expect(await said(db, ref)).toBe('pay')
  const { ruleVersion } = await readRow(db, 'payoutDecision', ['ruleVersion'], {
    withdrawalId: ref.withdrawalId,
  })
  expect(await listAudit(db, `withdrawal:${ref.withdrawalId}`)).toMatchObject([
    {
      actor: 'system',
      action: 'withdrawal.approved',
      after: { ruleVersion, amountKes: 2000 },
      reason: "The owner's rule",
    },
  ])
})

test('in shadow mode it only says what it would do, and staff are compared with it', async () => {
  await change({ automaticPayout: 'shadow' })
  const [agreed, refused] = [
    await ask(deps, await givenProven(db, deps)),
    await ask(deps, await givenProven(db, deps)),
  ]
  await runJobs(deps)
  expect(sends).toEqual([])
  expect([await said(db, agreed), await said(db, refused)]).toEqual(['pay', 'pay'])
  await approve(deps, { id: agreed.withdrawalId })
  await reject(deps, { id: refused.withdrawalId })
  const rows = await db
    .selectFrom('payoutDecision')
    .select(['staffOutcome', 'staffActor', 'isApplied'])
    .where('withdrawalId', 'in', [agreed.withdrawalId, refused.withdrawalId])
    .orderBy('staffOutcome')
    .execute()
  expect(rows).toEqual([
    { staffOutcome: 'approved', staffActor: finance.name, isApplied: false },
    { staffOutcome: 'rejected', staffActor: finance.name, isApplied: false },
  ])
})

test('switched off it says nothing', async () => {
  await change({ automaticPayout: 'off' })
  const ref = await ask(deps, await givenProven(db, deps))
  await runJobs(deps)
  await decideAutomatically(deps, ref)
  expect(await said(db, ref)).toBe('nothing')
})

test.each([
  ['too-large', { automaticMaxKes: 1999 }],
  ['member-day', { automaticMemberDayKes: 1999 }],
  ['day', { automaticDayKes: 1999 }],
  ['risk', { automaticBelowRisk: 0 }],
  ['first-payout', { automaticFirstPayouts: false }],
  ['two-people', { twoAdminsFromKes: 2000 }],
] as const)('leaves it to a person: %s', async (reason, changes) => {
  await change(changes)
  const ref = await ask(deps, await givenProven(db, deps))
  await runJobs(deps)
  // The day's sum counts what other tests paid.
  expect((await said(db, ref)).split(' ')).toEqual(expect.arrayContaining(['person', reason]))
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
})

test('a number that nobody proved, or that staff said is proven, needs a person', async () => {
  const unproven = await ask(deps, await givenProven(db, deps, { by: null }))
  const byStaff = await ask(deps, await givenProven(db, deps, { by: 'staff' }))
  // Marked as paid by hand: the provider never paid this number.
  const byHand = await ask(deps, await givenProven(db, deps, { by: 'payment' }))
  await runJobs(deps)
  expect(await said(db, unproven)).toBe('person unproven')
  expect(await said(db, byStaff)).toBe('person insider')
  expect(await said(db, byHand)).toBe('person insider')
})

test('a member of the staff, a paused one and a suspended one need a person', async () => {
  const [insider, paused, suspended] = [
    await givenProven(db, deps),
    await givenProven(db, deps),
    await givenProven(db, deps),
  ]
  await giveRole(db, insider.memberId, { role: 'finance' })
  const refs = [await ask(deps, insider), await ask(deps, paused), await ask(deps, suspended)]
  await pausePayouts(deps, finance, { memberId: paused.memberId, reason: 'Looks odd' })
  await sql`update member set suspended_at = now(), suspension_reason = 'x' where member_id = ${suspended.memberId}`.execute(
    db,
  )
  await runJobs(deps)
  expect(await Promise.all(refs.map((ref) => said(db, ref)))).toEqual([
    'person insider',
    'person paused',
    'person paused',
  ])
})

test('a withdrawal on hold is paid once the hold has ended on its own, and not after staff lifted it', async () => {
  await change({ changeHoldHours: 72 })
  const [patient, lifted] = [await givenProven(db, deps), await givenProven(db, deps)]
  await changeAccount(db, patient)
  await changeAccount(db, lifted)
  const [ref, liftedRef] = [await ask(deps, patient), await ask(deps, lifted)]
  await runJobs(deps)
  expect(await said(db, ref)).toBe('person held')

  await sql`update hold set ended_at = now(), ended_by = ${finance.name}, end_reason = 'Called'
    where member_id = ${lifted.memberId}`.execute(db)
  await letHoldsAge(db, patient, 80)
  await sweepHolds(deps)
  await decideAutomatically(deps, liftedRef)
  await runJobs(deps)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'sent' })
  expect(await said(db, liftedRef)).toBe('person insider')
})

test('a sample goes to staff, and is the same however often it is drawn', async () => {
  await change({ automaticSamplePercent: 100 })
  const ref = await ask(deps, await givenProven(db, deps))
  await runJobs(deps)
  await decideAutomatically(deps, ref)
  expect(await said(db, ref)).toBe('sample sample')
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
})

test('an approval that staff took back is not given again', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await decideAutomatically(deps, ref)
  await undoApproval(deps, finance, { id: ref.withdrawalId })
  await runJobs(deps)
  await change({ automaticMaxKes: 249_999 })
  await decideAutomatically(deps, ref)
  expect(sends).toEqual([])
  expect(await said(db, ref)).toBe('person undone')
})

test('what a job missed is found by the sweep, as is what a new rule allows', async () => {
  await change({ automaticMaxKes: 1999 })
  const [missed, small] = [
    await ask(deps, await givenProven(db, deps)),
    await ask(deps, await givenProven(db, deps)),
  ]
  await takeJobs(db)
  await decideAutomatically(deps, small)
  expect(await said(db, small)).toBe('person too-large')
  await sql`update withdrawal set requested_at = requested_at - interval '1 minute'
    where withdrawal_id in (${missed.withdrawalId}, ${small.withdrawalId})`.execute(db)
  await sweepAutomatic(deps)
  expect(await said(db, missed)).toBe('person too-large')
  await change({})
  await sweepAutomatic(deps)
  expect([await said(db, missed), await said(db, small)]).toEqual(['pay', 'pay'])
})

test('the day’s limit of a member counts what was paid to them before', async () => {
  await change({ automaticMemberDayKes: 3000 })
  const member = await givenProven(db, deps)
  await earn(db, member, 10)
  const [first, second] = [await ask(deps, member), await ask(deps, member)]
  await decideAutomatically(deps, first)
  await decideAutomatically(deps, second)
  expect([await said(db, first), await said(db, second)]).toEqual(['pay', 'person member-day'])
})

const stop = () => stopAutomaticPayout(deps, finance, { reason: 'Looks odd' })

test('of the machine and staff at the same moment one decides', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const ref = await ask(deps, await givenProven(db, deps))
    await takeJobs(db)
    const race = await startTogether<unknown>(db, ref.memberId, () => [
      decideAutomatically(deps, ref),
      approve(deps, { id: ref.withdrawalId }),
      decideAutomatically(deps, ref),
    ])
    expect(race[0]?.status).toBe('fulfilled')
    expect((await look(db, ref)).attempts).toEqual(['prepared'])
    expect(await listAudit(db, `withdrawal:${ref.withdrawalId}`)).toHaveLength(1)
  }
})

test('of two automatic approvals at once that together exceed the day one is left to a person', async () => {
  const doneKes = await db.transaction().execute(getAutomaticTodayKes)
  await change({ automaticDayKes: doneKes + 3000 })
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
})

test('a rejection at the same moment leaves nothing to pay', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  await startTogether<unknown>(db, ref.memberId, () => [
    decideAutomatically(deps, ref),
    reject(deps, { id: ref.withdrawalId }),
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
  await startBehind(
    db,
    (trx) => tripAutomaticPayout(trx, { cause: 'staff', reason: 'Looks odd' }),
    () => [decideAutomatically(deps, ref)],
  )
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
  expect(await said(db, ref)).toBe('person tripped')
})

test('the switch thrown at the moment of sending sends nothing, and staff decide', async () => {
  const ref = await ask(deps, await givenProven(db, deps))
  await takeJobs(db)
  await decideAutomatically(deps, ref)
  await startBehind(
    db,
    (trx) => tripAutomaticPayout(trx, { cause: 'staff', reason: 'Looks odd' }),
    () => [sendPayout(deps, ref)],
  )
  expect(sends).toEqual([])
  expect(await look(db, ref)).toMatchObject({ status: 'pending', held: 2, attempts: ['not_sent'] })

  // From now on a person decides, and the switch has nothing to do with what they approve.
  await approve(deps, { id: ref.withdrawalId })
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
