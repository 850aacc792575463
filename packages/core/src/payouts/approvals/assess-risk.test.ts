import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { listAdminWithdrawals } from '@chuma/db/queries/payouts/admin-withdrawals'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { listWithdrawals } from '@chuma/db/queries/wallet/withdrawals'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createToken } from '../../auth/sessions.ts'
import type { SignedInMember } from '../../caller.ts'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import { approve, ask as askFor, forgetWork, newNumber, pay, runJobs } from '../testing.ts'
import { sendPayoutNumberAdded } from '../withdrawal-mails.ts'
import { requestWithdrawal } from '../withdrawals.ts'
import { RISK_WEIGHTS } from './assess-risk.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent } = createMailCapture()
beforeEach(async () => {
  await forgetWork(db)
  sent.length = 0
})
const depsWith = (changed: object, on = db) =>
  createTestDeps(on, { mail, economy: async () => economy.parse({ ...defaultEconomy, ...changed }) })
const deps = depsWith({})

let devices = 0
const equity = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Amina Otieno' }

async function ask(member: SignedInMember, to: string, { points = 1, by = deps, key = '' } = {}) {
  const asked = await askFor(by, member, { points, to, ...(key && { key }) })
  return { ...asked, reasons: asked.reviewReasons }
}

const askBank = (member: SignedInMember, account: Partial<typeof equity> = {}) =>
  requestWithdrawal(deps, member, {
    withdrawalMethod: 'bank',
    pointsToWithdraw: 1,
    ...equity,
    ...account,
    idempotencyKey: undefined,
  })

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

type Shared = Awaited<ReturnType<typeof givenSharedDevice>>

async function givenSharedDevice(members: number) {
  devices += 1
  const device = { address: `198.51.100.${devices}`, userAgent: `Phone/${'x'.repeat(4000)}${devices}` }
  const member = await givenMember(db, { points: 900 })
  await signInOn(member.memberId, device)
  const others = await Promise.all(Array.from({ length: members }, () => givenMember(db)))
  for (const { memberId } of others) await signInOn(memberId, device)
  return { member, others, device }
}

/** A member who has been paid `times` times, a few points each, at one number. */
async function givenPaid(times: number, points = 1) {
  const [member, number] = [await givenMember(db, { points: 900 }), newNumber()]
  for (let n = 0; n < times; n++) {
    const { id } = await ask(member, number, { points })
    await letPass(member.memberId, '40 days')
    await approve(deps, { id })
    await pay(deps, { id })
  }
  return { member, number }
}

test('a new member’s first ordinary withdrawal needs no review, by any method', async () => {
  const member = await givenMember(db, { points: 9 })
  expect(await ask(member, newNumber())).toMatchObject({ reasons: ['new-number'], isInReview: false })
  const other = await givenMember(db, { points: 9 })
  expect(await askBank(other)).toMatchObject({ reviewReasons: ['new-bank-account'], isInReview: false })
  expect((await listWithdrawals(db, other.memberId)).map(ofPlace)).toEqual([['new-bank-account']])
})

test('no single reason causes a review, and two do not always', () => {
  for (const weight of Object.values(RISK_WEIGHTS))
    expect(weight).toBeLessThan(defaultEconomy.riskReviewScore)
})

test('staff see the score and the reasons behind it', async () => {
  const member = await givenMember(db, { points: 900 })
  const { id } = await ask(member, newNumber(), { points: 100 })
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
  const [member, first, second] = [await givenMember(db, { points: 90 }), newNumber(), newNumber()]
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
  await ask(member, newNumber())
  await letPass(member.memberId, '10 days')
  expect((await askBank(member)).reviewReasons).toEqual(['new-bank-account', 'recently-changed-destination'])
  expect((await askBank(member)).reviewReasons, 'in other letters').toEqual(['recently-changed-destination'])
})

test('a shared phone adds to another reason, but does not cause a review of a first withdrawal', async () => {
  const { member } = await givenSharedDevice(3)
  expect(await ask(member, newNumber())).toMatchObject({
    reasons: ['new-number', 'many-accounts-on-device'],
    isInReview: false,
  })
  expect(await ask(member, newNumber())).toMatchObject({
    reasons: ['new-number', 'recently-changed-destination', 'many-accounts-on-device'],
    isInReview: true,
  })
})

test.each([
  ['is of a family: two other members', 2, async () => {}],
  [
    'is shared with the same address only, or the same browser only, and by one member twice',
    2,
    async ({ others, device }: Shared) => {
      const [neighbour, twin] = [await givenMember(db), await givenMember(db)]
      await signInOn(neighbour.memberId, { ...device, userAgent: 'Another phone' })
      await signInOn(twin.memberId, { ...device, address: '203.0.113.200' })
      for (const { memberId } of others) await signInOn(memberId, device)
    },
  ],
  [
    'was last used by others more than a month ago',
    3,
    async ({ others }: Shared) => letPass(others[0]?.memberId ?? '', '30 days 1 minute'),
  ],
] as const)('a phone is no reason if it %s', async (_name, members, happen) => {
  const shared = await givenSharedDevice(members)
  await happen(shared)
  expect((await ask(shared.member, newNumber())).reasons).toEqual(['new-number'])
})

test('the fourth withdrawal within a day counts as many requests', async () => {
  const [member, number] = [await givenMember(db, { points: 90 }), newNumber()]
  for (let n = 0; n < 3; n++) expect((await ask(member, number)).reasons).not.toContain('many-requests')
  expect((await ask(member, number)).reasons).toEqual(['many-requests'])
  await letPass(member.memberId, '24 hours')
  for (let n = 0; n < 3; n++) expect((await ask(member, number)).reasons).toEqual([])
  expect((await ask(member, number)).reasons).toEqual(['many-requests'])
})

test('concurrent withdrawals count those before them, and one is the first to a new number', async () => {
  const [member, number] = [await givenMember(db, { points: 90 }), newNumber()]
  const race = await startTogether(db, member.memberId, () =>
    Array.from({ length: 6 }, () => ask(member, number)),
  )
  const reasons = race.flatMap((call) => (call.status === 'fulfilled' ? call.value.reasons : ['failed']))
  expect(reasons.sort()).toEqual(['many-requests', 'many-requests', 'many-requests', 'new-number'])
  await runJobs(deps)
  expect(sent).toHaveLength(1)
})

test('the operator’s limit counts as unusually large', async () => {
  const [member, number] = [await givenMember(db, { points: 900 }), newNumber()]
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
  const [member, number] = [await givenMember(moved.db, { points: 90 }), newNumber()]
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
    return (await ask(member, newNumber(), { points: 100, by })).isInReview
  }
  expect([await reach(50), await reach(51), await reach(0)]).toEqual([true, false, false])
})

/** The reasons about the destination alone. */
const ofPlace = ({ reviewReasons }: { reviewReasons: readonly string[] }) =>
  reviewReasons.filter((reason) => reason.startsWith('new-'))

test('a bank account is new unless its number and bank were used together, in any spelling', async () => {
  const member = await givenMember(db, { points: 9 })
  expect(ofPlace(await askBank(member))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { bankName: 'EQUITY bank' }))).toEqual([])
  expect(ofPlace(await askBank(member, { accountName: 'AMINA OTIENO' }))).toEqual([])
  expect(ofPlace(await askBank(member, { accountNumber: '0123456780' }))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { bankName: 'KCB' }))).toEqual(['new-bank-account'])
  expect(ofPlace(await askBank(member, { accountName: 'Eve' })), 'the bank pays by the number').toEqual([])
  expect(ofPlace(await askBank(await givenMember(db, { points: 1 }))), 'somebody else').toEqual([
    'new-bank-account',
  ])
})

test('the member gets a mail immediately, without the whole number', async () => {
  const member = await givenMember(db, { points: 9 })
  await ask(member, '254712345678')
  await ask(member, '254712345678')
  await askBank(member)
  expect(await runJobs(deps)).toEqual([])
  const token = expect.stringMatching(/^w_/)
  const about = {
    to: member.email,
    firstName: 'Amina',
    token,
    points: 1,
    amountKes: 1000,
    isHeld: true,
  }
  expect(sent).toEqual([
    {
      kind: 'sendPayoutNumberAdded',
      mail: { ...about, method: 'mpesa', destination: '••• 678' },
    },
    {
      kind: 'sendPayoutNumberAdded',
      mail: { ...about, method: 'bank', destination: 'Equity Bank, ••• 789' },
    },
  ])
})

test('the mail goes to the address the account had at the request, not to a later one', async () => {
  const member = await givenMember(db, { points: 9 })
  const { id } = await ask(member, newNumber())
  await sql`update member set email = 'thief@example.com' where member_id = ${member.memberId}`.execute(db)
  await runJobs(deps)
  expect(sent).toMatchObject([{ mail: { to: member.email } }])
  sent.length = 0
  await sendPayoutNumberAdded(deps, { ...member, withdrawalId: crypto.randomUUID() })
  expect([id, sent]).toEqual([id, []])
})

test('a refused request records no number and mails nothing', async () => {
  const [poor, rich] = [await givenMember(db), await givenMember(db, { points: 9 })]
  const number = newNumber()
  await expect(ask(poor, number)).rejects.toMatchObject({ code: 'INSUFFICIENT_POINTS' })
  expect(ofPlace(await ask(rich, number))).toEqual(['new-number'])
  await runJobs(deps)
  expect(sent).toMatchObject([{ mail: { to: rich.email } }])
})

test('a repeat with its key returns the first call’s reasons, even if it was stored before reasons existed', async () => {
  const member = await givenMember(db, { points: 9 })
  const number = newNumber()
  const first = await ask(member, number, { key: 'tap-1' })
  expect(await ask(member, number, { key: 'tap-1' })).toEqual(first)
  await sql`update call_key set answer = answer - 'reviewReasons' where caller_id = ${member.memberId}`.execute(
    db,
  )
  expect(await ask(member, number, { key: 'tap-1' })).toEqual({ ...first, reviewReasons: [], reasons: [] })
  await runJobs(deps)
  expect(sent).toHaveLength(1)
})
