import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenStaff, listAudit } from '../../admin/testing.ts'
import { giveRole } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { undoApproval } from '../approvals/approval-rules.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sweepHolds } from '../holds/review-holds.ts'
import { changeAccount, letHoldsAge, putInDebt } from '../holds/testing.ts'
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
import { decideAutomatically, sweepAutomatic } from './decide-automatically.ts'
import { ask, earn, forgetSwitch, givenProven, said, setRule } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { provider, sends } = createScriptedProvider()
let rule = await setRule(db)
const deps = createPayoutDeps(db, provider, { economy: async () => rule })

beforeEach(async () => {
  await forgetWork(db)
  await forgetSwitch(db)
  sends.length = 0
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
  const { ruleVersion } = await db
    .selectFrom('payoutDecision')
    .select('ruleVersion')
    .where('withdrawalId', '=', ref.withdrawalId)
    .executeTakeFirstOrThrow()
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
  await decideWithdrawal(deps, finance, { id: agreed.withdrawalId, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id: refused.withdrawalId, status: 'rejected', adminNotes: 'No' })
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

test('a member in debt waits', async () => {
  const member = await givenProven(db, deps, { points: 8 })
  const ref = await ask(deps, member, 2)
  await takeJobs(db)
  await putInDebt(db, member)
  await decideAutomatically(deps, ref)
  expect((await said(db, ref)).split(' ')).toEqual(expect.arrayContaining(['person', 'held']))
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
