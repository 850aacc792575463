import { beforeAll, expect, test } from 'vitest'
import { loadMessages, t } from '../../i18n/i18n.ts'
import { listDifferences } from './differences.tsx'

beforeAll(() => loadMessages('member', 'staff'))

test('changed parts are listed with their labels, and unchanged parts are not', () => {
  expect(
    listDifferences(
      t,
      { dailyLoginPoints: 25, note: 'x', scheme: { signed: true, clickParameter: 'aff_sub' } },
      { dailyLoginPoints: 1500000, note: 'x', scheme: { signed: true, clickParameter: 'sub1' } },
    ),
  ).toEqual([
    { name: 'Daily login (points)', before: '25', after: '1,500,000' },
    { name: 'Postback: Click parameter', before: 'Aff sub', after: 'sub1' },
  ])
})

test('an added part has no before, and a removed part has no after', () => {
  expect(listDifferences(t, null, { role: 'owner' })).toEqual([
    { name: 'Role', before: null, after: 'owner' },
  ])
  expect(listDifferences(t, { until: null, isActive: true }, null)).toEqual([
    { name: 'Active', before: 'Yes', after: null },
  ])
  expect(listDifferences(t, null, null)).toEqual([])
})

test('states, amounts and moments are written in words', () => {
  const after = {
    status: 'rejected',
    payoutState: 'needs_review',
    amountCents: 2050,
    kesCents: 260000,
    permissions: ['withdrawals:read', 'members:edit'],
    startsAt: '2026-03-04T09:00:00.000Z',
  }
  expect(listDifferences(t, null, after).map((part) => [part.name, part.after])).toEqual([
    ['Status', 'Rejected'],
    ['Payout', 'Needs review'],
    ['Amount (USD)', '$20.50'],
    ['Received', 'KES 2,600'],
    ['Permissions', 'Withdrawals read; Members edit'],
    ['Starts', expect.stringContaining('2026')],
  ])
})
