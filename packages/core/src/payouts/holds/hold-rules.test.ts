import { randomBytes } from 'node:crypto'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { HOLD_REASONS } from '@chuma/contract/wallet/holds'
import { endHold } from '@chuma/db/queries/payouts/holds'
import { markPaidThere } from '@chuma/db/queries/wallet/destinations'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, readRows } from '../../testing.ts'
import { nameDestination } from '../../wallet/destinations/name-destination.ts'
import { lockPayout } from '../attempts/payouts.ts'
import { decideCluster, previewCluster } from '../clusters/clusters.ts'
import { findClusters } from '../clusters/keep-clusters.ts'
import { clusterOf, givenAccount, givenFarm, newDevice } from '../clusters/testing.ts'
import { finance, givenWithdrawal } from '../testing.ts'
import { CLAIM_DAYS, evaluateHolds, type Facts, findCauses, HOLD_RULES, showHolds } from './hold-rules.ts'
import { changeAccount, letHoldsAge } from './testing.ts'

/** Hours of one day: facts and the current time are counted from it. */
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1, 0) + hours * 3_600_000)

const requestedAt = at(100)

const terms = {
  ...defaultEconomy,
  firstPayoutHoldHours: 24,
  newDestinationHoldHours: 24,
  changeHoldHours: 72,
}

const usual: Facts = {
  requestedAt,
  wasEverPaid: true,
  memberSince: at(-2000),
  phone: {
    accounts: 1,
    freshAccounts: 0,
    paused: { accounts: 0, at: null },
    pausedOnNetwork: { accounts: 0, at: null },
  },
  destination: {
    isOwn: true,
    isOfAnother: false,
    otherClaimants: 0,
    namedAt: at(1),
    wasPaidThere: true,
    wasPaidElsewhere: false,
  },
  changes: [],
  mailbox: { accounts: 0, since: null },
  doubtfulSurveys: [],
  unconfirmedPoints: 0,
  unconfirmedSince: null,
  available: 5,
  debtSince: null,
  debtPoints: 0,
  clusterSince: null,
  restoredAt: null,
  isAccountUnreadable: false,
}

const to = (destination: Partial<Facts['destination']>): Partial<Facts> => ({
  destination: { ...usual.destination, ...destination },
})

const onPhone = (phone: Partial<Facts['phone']>): Partial<Facts> => ({ phone: { ...usual.phone, ...phone } })
const farm = (accounts: number) => ({ accounts, at: at(99) })
const change = (kind: Facts['changes'][number]['kind'], hours = 90) => ({ kind, createdAt: at(hours) })
type Case = [name: string, facts: Partial<Facts>, reasons: string[], now?: number]

const cases: Case[] = [
  ['of a member who is paid as always', {}, []],
  ['first of a member', { wasEverPaid: false }, ['first-payout']],
  ['first, a minute before its time', { wasEverPaid: false }, ['first-payout'], 123.9],
  ['first, after its time', { wasEverPaid: false }, [], 124],
  ['first, of a household’s phone', { wasEverPaid: false, ...onPhone({ accounts: 5 }) }, [], 124],
  ['first, of a crowded phone', { wasEverPaid: false, ...onPhone({ accounts: 6 }) }, ['first-payout'], 124],
  ['first, of a crowded phone, a week later', { wasEverPaid: false, ...onPhone({ accounts: 6 }) }, [], 268],
  ['later, of a crowded phone', onPhone({ accounts: 20 }), []],
  [
    'later, of a phone with five new accounts',
    { memberSince: at(80), ...onPhone({ accounts: 5, freshAccounts: 5 }) },
    [],
  ],
  [
    'later, of a phone with six new accounts',
    { memberSince: at(80), ...onPhone({ accounts: 6, freshAccounts: 6 }) },
    ['cluster'],
  ],
  [
    'later, of such a phone after two weeks',
    { memberSince: at(80), ...onPhone({ accounts: 6, freshAccounts: 6 }) },
    [],
    80 + 14 * 24,
  ],
  [
    'of a newcomer on the network of a farm',
    { memberSince: at(80), ...onPhone({ pausedOnNetwork: farm(10) }) },
    ['cluster'],
  ],
  [
    'of a newcomer there, a week after the pause',
    { memberSince: at(80), ...onPhone({ pausedOnNetwork: farm(10) }) },
    [],
    99 + 7 * 24,
  ],
  [
    'of a newcomer there who is two weeks old',
    { memberSince: at(102 - 14 * 24), ...onPhone({ pausedOnNetwork: farm(10) }) },
    [],
    102,
  ],
  [
    'of a newcomer on the network of nine paused accounts',
    { memberSince: at(80), ...onPhone({ pausedOnNetwork: farm(9) }) },
    [],
  ],
  ['of an old account on the network of a farm', onPhone({ pausedOnNetwork: farm(20) }), []],
  ['of an old account on a phone with six new ones', onPhone({ accounts: 7, freshAccounts: 6 }), []],
  [
    'from the phone of two paused accounts',
    onPhone({ accounts: 3, paused: { accounts: 2, at: at(99) } }),
    [],
  ],
  [
    'from the phone of a paused group',
    onPhone({ accounts: 4, paused: { accounts: 3, at: at(99) } }),
    ['cluster'],
  ],
  [
    'from that phone a week later',
    onPhone({ accounts: 4, paused: { accounts: 3, at: at(99) } }),
    [],
    99 + 7 * 24,
  ],
  ['elsewhere', to({ wasPaidThere: false, wasPaidElsewhere: true, namedAt: at(99) }), ['new-destination']],
  [
    'elsewhere, proven by a code',
    to({ isOwn: true, wasPaidThere: false, wasPaidElsewhere: true, namedAt: at(99) }),
    ['new-destination'],
  ],
  ['elsewhere, named days ago', to({ wasPaidThere: false, wasPaidElsewhere: true }), []],
  ['after a new password', { changes: [change('password-changed')] }, ['credentials-changed']],
  ['after a reset', { changes: [change('password-reset')] }, ['credentials-changed']],
  ['after a new passkey', { changes: [change('passkey-added')] }, ['credentials-changed']],
  ['after the account was secured', { changes: [change('secured')] }, ['credentials-changed']],
  ['after a new email address', { changes: [change('email-changed')] }, ['email-changed']],
  ['after an undone change', { changes: [change('email-undone')] }, ['email-changed']],
  [
    'after a takeover',
    { changes: [change('password-reset', 95), change('email-changed', 94)] },
    ['credentials-changed', 'email-changed'],
  ],
  ['after a change of three days ago', { changes: [change('password-reset', 30)] }, [], 102],
  ['from a new phone to where the money always goes', { changes: [change('new-device')] }, []],
  [
    'from a new phone to a destination that was never paid',
    { ...to({ wasPaidThere: false }), changes: [change('new-device')] },
    ['credentials-changed'],
  ],
  ['to what another account named', to({ isOwn: false, otherClaimants: 4 }), ['shared-destination']],
  ['to what another account named and this one proved', to({ otherClaimants: 4 }), []],
  ['to what is another member’s', to({ isOwn: false, isOfAnother: true }), ['shared-destination']],
  ['from a shared mailbox', { mailbox: { accounts: 4, since: at(50) } }, ['shared-mailbox']],
  [
    'earned with two surveys in doubt',
    { doubtfulSurveys: Array(2).fill({ since: at(90), until: at(138) }) },
    [],
  ],
  [
    'earned with three surveys in doubt',
    { doubtfulSurveys: Array(3).fill({ since: at(90), until: at(138) }) },
    ['survey-quality'],
  ],
  ['that needs points of a claim', { unconfirmedPoints: 6, unconfirmedSince: at(80) }, ['unsettled-credits']],
  ['with enough beside a claim', { unconfirmedPoints: 5, unconfirmedSince: at(80) }, []],
  ['of a member in debt', { debtSince: at(101), debtPoints: 3, available: -3 }, ['debt']],
  ['of a group that is held', { clusterSince: at(99) }, ['cluster']],
  ['that a restored backup has as unpaid', { restoredAt: at(99) }, ['restored']],
  ['whose account number nobody can read', { isAccountUnreadable: true }, ['account-unreadable']],
]

test.each(cases)('a withdrawal %s', (_name, facts, reasons, now = 101) => {
  expect(findCauses({ ...usual, ...facts }, { terms, now: at(now) }).map(({ reason }) => reason)).toEqual(
    reasons,
  )
})

test('every reason has a rule and a case', () => {
  expect(Object.keys(HOLD_RULES).sort()).toEqual([...HOLD_REASONS].sort())
  expect([...new Set(cases.flatMap(([, , reasons]) => reasons))].sort()).toEqual([...HOLD_REASONS].sort())
})

test('a hold counts from its cause, and its length is a setting', () => {
  const causes = findCauses(
    {
      ...usual,
      ...to({ wasPaidThere: false, wasPaidElsewhere: true, namedAt: at(99) }),
      changes: [change('password-reset', 95), change('password-changed', 94)],
      unconfirmedPoints: 9,
      unconfirmedSince: at(80),
      doubtfulSurveys: [
        { since: at(70), until: at(118) },
        { since: at(80), until: at(140) },
        { since: at(90), until: at(138) },
      ],
    },
    { terms, now: at(101) },
  )
  const times = causes.map(({ reason, since, until, facts }) => [reason, since, until, facts])
  expect(times).toEqual([
    ['new-destination', at(99), at(123), {}],
    ['credentials-changed', at(95), at(167), { change: 'password-reset' }],
    ['survey-quality', at(90), at(140), { surveys: 3 }],
    ['unsettled-credits', at(80), at(80 + CLAIM_DAYS * 24), { points: 9 }],
  ])
})

test('a length of 0 holds nothing', () => {
  const none = { firstPayoutHoldHours: 0, newDestinationHoldHours: 0, changeHoldHours: 0 }
  const facts = { ...usual, ...to({ wasPaidThere: false, wasPaidElsewhere: true }), wasEverPaid: false }
  expect(findCauses(facts, { terms: none, now: requestedAt })).toEqual([])
})

test('what holds nobody for long is decided by staff, by a proof, or by setting a debt off', () => {
  const ends = HOLD_REASONS.map((reason) => {
    const facts: Facts = {
      ...usual,
      ...to({
        isOwn: false,
        otherClaimants: 1,
        wasPaidThere: false,
        wasPaidElsewhere: true,
        namedAt: at(99),
      }),
      wasEverPaid: false,
      changes: [change('secured'), change('email-undone')],
      mailbox: { accounts: 1, since: at(9) },
      doubtfulSurveys: Array(3).fill({ since: at(90), until: at(138) }),
      unconfirmedPoints: 9,
      unconfirmedSince: at(80),
      debtSince: at(101),
      clusterSince: at(99),
      restoredAt: at(99),
      isAccountUnreadable: true,
    }
    const cause = HOLD_RULES[reason](facts, terms)
    return [reason, cause?.until ? 'ends' : 'stays', cause?.endsSoonerBy]
  })
  expect(ends).toEqual([
    ['first-payout', 'ends', 'staff'],
    ['new-destination', 'ends', 'staff'],
    ['credentials-changed', 'ends', 'staff'],
    ['email-changed', 'ends', 'staff'],
    ['shared-destination', 'stays', 'proof'],
    ['shared-mailbox', 'stays', 'staff'],
    ['survey-quality', 'ends', 'decision'],
    ['unsettled-credits', 'ends', 'confirmation'],
    ['debt', 'stays', 'setting-off'],
    ['cluster', 'stays', 'decision'],
    ['restored', 'stays', 'staff'],
    ['account-unreadable', 'stays', 'decision'],
  ])
})

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const economy = await deps.economy()
type Ref = Awaited<ReturnType<typeof givenWithdrawal>>['ref']

const evaluate = (ref: Ref, terms = economy) =>
  db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, ref)
    return (await evaluateHolds(trx, { deps, payout, terms })).open
  })

const reasonsOf = async (ref: Ref, terms = economy) =>
  (await evaluate(ref, terms)).map(({ reason }) => reason)

const openOn = ({ address, userAgent }: ReturnType<typeof newDevice>, { memberId }: Ref) =>
  sql`insert into session (member_id, token_hash, address, user_agent)
    values (${memberId}, ${randomBytes(32)}, ${address}, ${userAgent})`.execute(db)

const setAge = (memberId: string, days: number) =>
  sql`update member set created_at = now() - make_interval(days => ${days}) where member_id = ${memberId}`.execute(
    db,
  )

const lift = (ref: Ref, holdId: string) =>
  db
    .transaction()
    .execute((trx) => endHold(trx, { ...ref, holdId }, { by: 'staff:fatuma', reason: 'Called' }))

const rowsOf = ({ withdrawalId }: Ref) =>
  readRows(db, 'hold', ['reason', 'endedBy', 'endReason'], { subjectId: withdrawalId }, 'createdAt')

test('a number that was never paid is held once money went to another', async () => {
  const { ref } = await givenWithdrawal(db)
  const { memberId } = ref
  const paid = (value: string) =>
    db.transaction().execute(async (trx) => {
      const { hashes } = await nameDestination(trx, deps, { memberId, method: 'mpesa', value })
      await markPaidThere(trx, { memberId, hashes })
    })
  await paid('254799999999')
  expect(await reasonsOf(ref)).toEqual(['new-destination'])
})

test('a cause holds once, however often it is evaluated, and at the same time', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  await startTogether(db, ref.memberId, () => [evaluate(ref), evaluate(ref)])
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
  expect(await rowsOf(ref)).toHaveLength(1)
})

test('a hold ends when its time has come by the database’s clock, whatever this process’s clock says', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const realNow = Date.now
  Date.now = () => realNow() + 1000 * 3_600_000
  try {
    expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
    await letHoldsAge(db, ref, 71)
    expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
    Date.now = () => 0
    await letHoldsAge(db, ref, 1)
    expect(await reasonsOf(ref)).toEqual([])
  } finally {
    Date.now = realNow
  }
  expect(await rowsOf(ref)).toEqual([{ reason: 'credentials-changed', endedBy: 'system', endReason: 'over' }])
})

test('what staff lifted stays lifted, until something newer happens', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const [hold] = await evaluate(ref)
  await lift(ref, hold?.holdId ?? '')
  expect(await evaluate(ref)).toEqual([])
  await changeAccount(db, ref, 'passkey-added')
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
  expect((await rowsOf(ref)).map(({ endedBy }) => endedBy)).toEqual(['staff:fatuma', null])
})

test('a first payment waits a week if the member’s phone was used for more accounts than a household has', async () => {
  const { ref } = await givenWithdrawal(db)
  const device = newDevice()
  const signUpThere = () => givenAccount(db, { device })
  await openOn(device, ref)
  const hours = async () => {
    const [hold] = await evaluate(ref, { ...economy, firstPayoutHoldHours: 24 })
    return ((hold?.until?.getTime() ?? 0) - (hold?.since.getTime() ?? 0)) / 3_600_000
  }
  await Promise.all([signUpThere(), signUpThere(), signUpThere(), signUpThere()])
  expect(await hours()).toBe(24)
  await signUpThere()
  expect(await hours()).toBe(168)
  // A network with one kind of phone.
  await Promise.all(Array.from({ length: 20 }, signUpThere))
  expect(await hours()).toBe(24)
})

test('while six new accounts use one phone, whatever they ask for waits until they are two weeks old', async () => {
  const { ref } = await givenWithdrawal(db)
  const [device, production] = [newDevice(), { ...economy, firstPayoutHoldHours: 24 }]
  await openOn(device, ref)
  const signUpThere = async (daysAgo: number) => {
    const memberId = await givenAccount(db, { device })
    await setAge(memberId, daysAgo)
  }
  for (let account = 0; account < 4; account += 1) await signUpThere(13)
  await signUpThere(15)
  expect(await reasonsOf(ref, production)).toEqual(['first-payout'])
  await signUpThere(1)
  const [, phone] = await evaluate(ref, production)
  expect(phone).toMatchObject({ reason: 'cluster', facts: { accounts: 6 }, endsSoonerBy: 'decision' })
  expect((phone?.until?.getTime() ?? 0) - (phone?.since.getTime() ?? 0)).toBe(14 * 24 * 3_600_000)
  // An installation that pays first payments at once has chosen not to wait.
  expect(await reasonsOf(ref)).toEqual([])
  await setAge(ref.memberId, 14)
  expect(await reasonsOf(ref, production)).toEqual(['first-payout'])
})

async function givenPausedFarm(size: number) {
  const members = await givenFarm(db, { size, paidToOne: size })
  const device = await db
    .selectFrom('session')
    .select(['address', 'userAgent'])
    .where('memberId', '=', members[0] ?? '')
    .where('userAgent', 'like', 'Phone %')
    .executeTakeFirstOrThrow()
  await findClusters(deps)
  const id = (await clusterOf(db, members[0] ?? '')) ?? ''
  const { version } = await previewCluster(deps, finance, { id })
  await decideCluster(deps, finance, { id, version, decision: 'pause', reason: 'One person' })
  return { members, device: { address: device.address ?? '', userAgent: device.userAgent ?? '' } }
}

test('who is left on the phone of a paused group waits a week for staff, and not for two paused accounts', async () => {
  const { members, device } = await givenPausedFarm(4)
  const { ref } = await givenWithdrawal(db)
  await setAge(ref.memberId, 100)
  expect(await reasonsOf(ref)).toEqual([])
  await openOn(device, ref)
  const [phone] = await evaluate(ref)
  expect(phone).toMatchObject({ reason: 'cluster', facts: { accounts: 4 } })
  expect((phone?.until?.getTime() ?? 0) - (phone?.since.getTime() ?? 0)).toBe(7 * 24 * 3_600_000)
  await lift(ref, phone?.holdId ?? '')
  expect(await reasonsOf(ref)).toEqual([])

  const other = await givenWithdrawal(db)
  await openOn(device, other.ref)
  expect(await reasonsOf(other.ref)).toEqual(['cluster'])
  await sql`update payout_pause set lifted_at = now(), lifted_by = 'staff:fatuma', lift_reason = 'Two people'
    where member_id in (${members[0]}, ${members[1]})`.execute(db)
  expect(await reasonsOf(other.ref)).toEqual([])
})

test('on a network with one kind of phone a paused farm holds newcomers, and nobody else', async () => {
  const { device } = await givenPausedFarm(12)
  for (let account = 0; account < 20; account += 1) await givenAccount(db, { device })
  const { ref } = await givenWithdrawal(db)
  await openOn(device, ref)
  expect(await evaluate(ref)).toMatchObject([{ reason: 'cluster', facts: { accounts: 12 } }])
  await setAge(ref.memberId, 14)
  expect(await reasonsOf(ref)).toEqual([])
})

test('a newer change takes the place of an older one', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  await evaluate(ref)
  await letHoldsAge(db, ref, 1)
  await changeAccount(db, ref, 'password-changed')
  expect((await evaluate(ref)).map(({ facts }) => facts)).toEqual([{ change: 'password-changed' }])
  expect((await rowsOf(ref)).map(({ endReason }) => endReason)).toEqual(['cause-gone', null])
})

test('a setting that changes the length changes open holds', async () => {
  const { ref } = await givenWithdrawal(db)
  await changeAccount(db, ref, 'password-reset')
  const [long] = await evaluate(ref)
  const [short] = await evaluate(ref, { ...economy, changeHoldHours: 1 })
  expect(short?.holdId).toBe(long?.holdId)
  expect((long?.until?.getTime() ?? 0) - (short?.until?.getTime() ?? 0)).toBe(71 * 3_600_000)
  expect(await evaluate(ref, { ...economy, changeHoldHours: 0 })).toEqual([])
  expect(await reasonsOf(ref)).toEqual(['credentials-changed'])
})

const since = new Date('2026-11-26T09:00:00Z')
const shared = { reason: 'shared-destination', since, until: null } as const
const first = { reason: 'first-payout', since, until: new Date('2026-11-27T09:00:00Z') } as const

test('a request to what another account named reads like one to what nobody named', () => {
  expect(showHolds('pending', [shared])).toEqual(showHolds('pending', []))
  expect(showHolds('pending', [first, shared])).toEqual([first])
})

test('an approved payout that waits for it says that nothing was ever paid there, once', () => {
  const unpaid = { ...shared, reason: 'new-destination' } as const
  expect(showHolds('approved', [shared])).toEqual([unpaid])
  expect(showHolds('approved', [unpaid, shared])).toEqual([unpaid])
})
