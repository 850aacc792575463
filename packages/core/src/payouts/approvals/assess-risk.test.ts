import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { RequestWithdrawalInput } from '@chuma/contract/wallet/wallet'
import { listAdminWithdrawals } from '@chuma/db/queries/payouts/admin-withdrawals'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createToken } from '../../auth/sessions.ts'
import type { SignedInMember } from '../../caller.ts'
import { createTestDeps, givenMember } from '../../testing.ts'
import { finance } from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'
import { RISK_WEIGHTS } from './assess-risk.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
const depsWith = (changed: object, on = db) =>
  createTestDeps(on, { economy: async () => economy.parse({ ...defaultEconomy, ...changed }) })
const deps = depsWith({})

let numbers = 0
const freshNumber = () => `2547${String(40_000_000 + numbers++)}`
const equity = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Amina Otieno' }

async function ask(member: SignedInMember, mpesaNumber: string, { points = 1, by = deps } = {}) {
  const input = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: points, mpesaNumber }
  const { id, reviewReasons, isInReview } = await requestWithdrawal(by, member, {
    ...input,
    idempotencyKey: undefined,
  })
  return { id, reasons: reviewReasons, isInReview }
}

function askBank(member: SignedInMember, points = 1) {
  const input: RequestWithdrawalInput = { withdrawalMethod: 'bank', pointsToWithdraw: points, ...equity }
  return requestWithdrawal(deps, member, { ...input, idempotencyKey: undefined })
}

/** Move the member's history back in time by `interval`. */
async function letPass(memberId: string, interval: string) {
  await sql`update withdrawal set requested_at = requested_at - ${interval}::interval where member_id = ${memberId}
    and status in ('pending', 'approved')`.execute(db)
  await sql`update payout_destination set named_at = named_at - ${interval}::interval where member_id = ${memberId}`.execute(
    db,
  )
  await sql`update session set last_seen_at = last_seen_at - ${interval}::interval where member_id = ${memberId}`.execute(
    db,
  )
}

async function signInOn(memberId: string, device: { address: string; userAgent: string }) {
  const { tokenHash } = createToken('u', memberId)
  const row = { memberId, tokenHash, revokedAt: null, passwordResetUntil: null, ...device }
  await db.insertInto('session').values(row).execute()
}

async function givenSharedDevice(members: number) {
  numbers += 1
  const device = { address: `198.51.100.${numbers}`, userAgent: `Phone/${'x'.repeat(4000)}${numbers}` }
  const member = await givenMember(db, { points: 900 })
  await signInOn(member.memberId, device)
  const others = await Promise.all(Array.from({ length: members }, () => givenMember(db)))
  for (const { memberId } of others) await signInOn(memberId, device)
  return { member, others, device }
}

/** A member who has been paid `times` times, a few points each, at one number. */
async function givenPaid(times: number, points = 1) {
  const [member, number] = [await givenMember(db, { points: 900 }), freshNumber()]
  for (let n = 0; n < times; n++) {
    const { id } = await ask(member, number, { points })
    await letPass(member.memberId, '40 days')
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
    await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: `R${numbers}-${n}` })
  }
  return { member, number }
}

test('a new member’s first ordinary withdrawal needs no review, by any method', async () => {
  const member = await givenMember(db, { points: 9 })
  expect(await ask(member, freshNumber())).toMatchObject({ reasons: ['new-number'], isInReview: false })
  const other = await givenMember(db, { points: 9 })
  expect(await askBank(other)).toMatchObject({ reviewReasons: ['new-bank-account'], isInReview: false })
})

test('no single reason causes a review, and two do not always', () => {
  for (const weight of Object.values(RISK_WEIGHTS))
    expect(weight).toBeLessThan(defaultEconomy.riskReviewScore)
})

test('staff see the score and the reasons behind it', async () => {
  const member = await givenMember(db, { points: 900 })
  const { id } = await ask(member, freshNumber(), { points: 100 })
  const row = (await listAdminWithdrawals(db, { sort: 'newest', limit: 100 })).find(
    (withdrawal) => withdrawal.id === id,
  )
  expect(row).toMatchObject({
    riskScore: 50,
    reviewReasons: ['new-number', 'unusually-large'],
    isInReview: true,
  })
})

test('a new destination of a member paid elsewhere before is reviewed, for three days', async () => {
  const [member, first, second] = [await givenMember(db, { points: 90 }), freshNumber(), freshNumber()]
  await ask(member, first)
  await letPass(member.memberId, '10 days')
  const changed = { reasons: ['new-number', 'recently-changed-destination'], isInReview: true }
  expect(await ask(member, second)).toMatchObject(changed)
  await letPass(member.memberId, '71 hours 59 minutes')
  expect((await ask(member, second)).reasons).toEqual(['recently-changed-destination'])
  expect((await ask(member, first)).reasons, 'the old one has not changed').toEqual([])
  await letPass(member.memberId, '2 minutes')
  expect((await ask(member, second)).reasons).toEqual([])
})

test('a bank account after a phone number is a change too', async () => {
  const member = await givenMember(db, { points: 90 })
  await ask(member, freshNumber())
  await letPass(member.memberId, '10 days')
  expect((await askBank(member)).reviewReasons).toEqual(['new-bank-account', 'recently-changed-destination'])
  expect((await askBank(member)).reviewReasons, 'in other letters').toEqual(['recently-changed-destination'])
})

test('a shared phone alone is not a reason', async () => {
  const { member } = await givenSharedDevice(9)
  const number = freshNumber()
  await ask(member, number)
  await letPass(member.memberId, '5 days')
  expect(await ask(member, number)).toMatchObject({ reasons: [], isInReview: false })
})

test('a shared phone adds to another reason, but does not cause a review of a first withdrawal', async () => {
  const { member } = await givenSharedDevice(3)
  expect(await ask(member, freshNumber())).toMatchObject({
    reasons: ['new-number', 'many-accounts-on-device'],
    isInReview: false,
  })
  expect(await ask(member, freshNumber())).toMatchObject({
    reasons: ['new-number', 'recently-changed-destination', 'many-accounts-on-device'],
    isInReview: true,
  })
})

test('two other members on a phone are considered a family', async () => {
  const { member } = await givenSharedDevice(2)
  expect((await ask(member, freshNumber())).reasons).toEqual(['new-number'])
})

test('a phone is shared only with the same browser and the same address', async () => {
  const { member, others, device } = await givenSharedDevice(2)
  const [neighbour, twin] = [await givenMember(db), await givenMember(db)]
  await signInOn(neighbour.memberId, { ...device, userAgent: 'Another phone' })
  await signInOn(twin.memberId, { ...device, address: '203.0.113.200' })
  // The same person twice counts once.
  for (const { memberId } of others) await signInOn(memberId, device)
  expect((await ask(member, freshNumber())).reasons).toEqual(['new-number'])
})

test('a phone last used by others more than a month ago is not shared', async () => {
  const { member, others } = await givenSharedDevice(3)
  await letPass(others[0]?.memberId ?? '', '30 days 1 minute')
  expect((await ask(member, freshNumber())).reasons).toEqual(['new-number'])
})

test('the fourth withdrawal within a day counts as many requests', async () => {
  const [member, number] = [await givenMember(db, { points: 90 }), freshNumber()]
  for (let n = 0; n < 3; n++) expect((await ask(member, number)).reasons).not.toContain('many-requests')
  expect((await ask(member, number)).reasons).toEqual(['many-requests'])
  await letPass(member.memberId, '24 hours')
  for (let n = 0; n < 3; n++) expect((await ask(member, number)).reasons).toEqual([])
  expect((await ask(member, number)).reasons).toEqual(['many-requests'])
})

test('concurrent withdrawals count those before them', async () => {
  const [member, number] = [await givenMember(db, { points: 90 }), freshNumber()]
  const race = await startTogether(db, member.memberId, () =>
    Array.from({ length: 6 }, () => ask(member, number)),
  )
  const reasons = race.flatMap((call) => (call.status === 'fulfilled' ? call.value.reasons : ['failed']))
  expect(reasons.sort()).toEqual(['many-requests', 'many-requests', 'many-requests', 'new-number'])
})

test('the operator’s limit counts as unusually large', async () => {
  const [member, number] = [await givenMember(db, { points: 900 }), freshNumber()]
  const by = depsWith({ largeWithdrawalKes: 5000 })
  await ask(member, number)
  expect((await ask(member, number, { points: 4, by })).reasons).toEqual([])
  expect((await ask(member, number, { points: 5, by })).reasons).toEqual(['unusually-large'])
})

test('more than five times the largest of three payments is far above the history, and of two it is not', async () => {
  const used = await givenPaid(3, 2)
  expect((await ask(used.member, used.number, { points: 10 })).reasons).toEqual([])
  expect((await ask(used.member, used.number, { points: 11 })).reasons).toEqual(['unusually-large'])
  const fresh = await givenPaid(2, 2)
  expect((await ask(fresh.member, fresh.number, { points: 11 })).reasons).toEqual([])
})

test('a partner’s reversal is a reason for a month', async () => {
  const moved = await createTestDb({ isDamaged: true })
  const by = depsWith({}, moved.db)
  const [member, number] = [await givenMember(moved.db, { points: 90 }), freshNumber()]
  await ask(member, number, { by })
  const reversal = { kind: 'reversal' as const, houseAccount: 'reversals' as const, reversesSeq: 1 }
  await moved.db.transaction().execute((trx) =>
    insertPosting(trx, {
      ...reversal,
      memberId: member.memberId,
      availableDelta: -1,
      heldDelta: 0,
      sourceKey: 'reversal:1',
      description: 'Taken back',
      actor: 'system',
    }),
  )
  expect((await ask(member, number, { by })).reasons).toEqual(['recent-reversal'])
  const letMonthPass = async (interval: string) => {
    await sql`alter table posting disable trigger user`.execute(moved.db)
    await sql`grant update on posting to current_user`.execute(moved.db)
    await sql`update posting set created_at = created_at - ${interval}::interval`.execute(moved.db)
    await sql`alter table posting enable trigger user`.execute(moved.db)
  }
  await letMonthPass('29 days 23 hours')
  expect((await ask(member, number, { by })).reasons).toEqual(['recent-reversal'])
  await letMonthPass('1 hour')
  // The fourth on this day.
  expect((await ask(member, number, { by })).reasons).toEqual(['many-requests'])
  await moved.close()
})

test('the operator sets the score for a review, and 0 turns reviews off', async () => {
  const reach = async (riskReviewScore: number) => {
    const member = await givenMember(db, { points: 900 })
    const by = depsWith({ riskReviewScore })
    return (await ask(member, freshNumber(), { points: 100, by })).isInReview
  }
  expect([await reach(50), await reach(51), await reach(0)]).toEqual([true, false, false])
})
