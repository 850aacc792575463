import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { HOLD_REASONS } from '@chuma/contract/wallet/holds'
import { expect, test } from 'vitest'
import { CLAIM_DAYS, type Facts, findCauses, HOLD_RULES } from './hold-rules.ts'

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
