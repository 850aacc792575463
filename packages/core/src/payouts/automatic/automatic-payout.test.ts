import { randomUUID } from 'node:crypto'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { PERSON_REASONS, type PersonReason, TOLD_REASONS } from '@chuma/contract/payouts/automatic-payouts'
import { expect, test } from 'vitest'
import { createSecrets } from '../../secrets/secrets.ts'
import { testSecrets } from '../../testing.ts'
import { findAnomaly, forecastFloat, paceOf } from './automatic-payout.ts'
import { isSample } from './decide-automatically.ts'
import { findToldReason } from './list-expected-payouts.ts'

const limits = {
  ...defaultEconomy,
  kesPerPoint: 1,
  minimumFloatKes: 10_000,
  automaticTripFloorKes: 1000,
}

const usual = {
  mintedPoints: 2000,
  revenueUsd: 20,
  paidKes: 3000,
  usualPaidKes: 1000,
  settledCount: 20,
  failedCount: 2,
  floatKes: 50_000,
}

test.each([
  ['an hour like any other', {}, null],
  ['points that no partner pays for', { mintedPoints: 8000 }, 'minted'],
  ['few points, though no partner pays', { mintedPoints: 1000, revenueUsd: 0 }, null],
  ['far more money out than usual', { paidKes: 5001 }, 'velocity'],
  ['little money, though none is usual', { paidKes: 1000, usualPaidKes: 0 }, null],
  ['most payments fail', { failedCount: 7 }, 'failures'],
  ['one of few payments fails', { settledCount: 3, failedCount: 3 }, null],
  ['hardly any money left', { floatKes: 9999.5 }, 'float'],
  ['an unknown float', { floatKes: null }, null],
] as const)('%s', (_, changes, cause) => {
  expect(findAnomaly({ ...usual, ...changes }, limits)?.cause ?? null).toBe(cause)
})

test('a limit of 0 never trips', () => {
  const never = {
    ...limits,
    automaticTripMintedPercent: 0,
    automaticTripTimes: 0,
    automaticTripFailedPercent: 0,
  }
  const storm = { ...usual, mintedPoints: 1e6, paidKes: 1e6, failedCount: 20 }
  expect(findAnomaly(storm, { ...never, minimumFloatKes: 0 })).toBeNull()
})

test('the float lasts as long as the last day’s pace says, after what is queued', () => {
  expect(paceOf({ sentDayKes: 24_000 })).toBe(1000)
  expect(forecastFloat({ floatKes: 10_000, queuedKes: 4000, sentDayKes: 24_000 })).toBe(6)
  expect(forecastFloat({ floatKes: 10_000, queuedKes: 10_000, sentDayKes: 24_000 })).toBe(0)
  expect(forecastFloat({ floatKes: 10_000, queuedKes: 0, sentDayKes: 0 })).toBeNull()
  expect(forecastFloat({ floatKes: null, queuedKes: 0, sentDayKes: 5 })).toBeNull()
})

test.each<[PersonReason[], ReturnType<typeof findToldReason>]>([
  [[], null],
  [['sample'], 'drawn'],
  [['first-payout'], 'first'],
  [['too-large'], 'large'],
  [['two-people', 'too-large'], 'large'],
  [['member-day'], 'day'],
  [['float'], 'float'],
  [['too-large', 'day'], 'large'],
  [['risk'], 'checked'],
  [['cluster', 'too-large'], 'checked'],
  [['tripped', 'risk'], 'everyone'],
])('a member whose request is left to a person because of %j hears %s', (reasons, told) => {
  expect(findToldReason(reasons)).toBe(told)
})

test('each reason has its words, and each word a reason', () => {
  const told = new Set(PERSON_REASONS.map((reason) => findToldReason([reason])))
  expect([...told].sort()).toEqual([...TOLD_REASONS].sort())
})

const members = Array.from({ length: 2000 }, () => randomUUID())
const deps = { secrets: testSecrets }

test('about as many are drawn as the rule says, and none or all at the ends', () => {
  const drawn = members.filter((memberId) => isSample(deps, { memberId, paidCount: 1 }, 5))
  // Beyond five standard deviations.
  expect(drawn.length).toBeGreaterThan(50)
  expect(drawn.length).toBeLessThan(150)
  expect(members.some((memberId) => isSample(deps, { memberId, paidCount: 1 }, 0))).toBe(false)
  expect(members.every((memberId) => isSample(deps, { memberId, paidCount: 1 }, 100))).toBe(true)
})

test('cancelling and asking again draws the same, the next payment draws again, and another key draws others', () => {
  const draw = (secrets: typeof testSecrets, paidCount: number) =>
    members.map((memberId) => isSample({ secrets }, { memberId, paidCount }, 50))
  expect(draw(testSecrets, 1)).toEqual(draw(testSecrets, 1))
  expect(draw(testSecrets, 1)).not.toEqual(draw(testSecrets, 2))
  expect(draw(testSecrets, 1)).not.toEqual(draw(createSecrets([Buffer.alloc(32, 8)]), 1))
})
