import { PERSON_REASONS, type PersonReason, TOLD_REASONS } from '@chuma/contract/payouts/automatic-payouts'
import { expect, test } from 'vitest'
import { findToldReason } from './list-expected-payouts.ts'

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
