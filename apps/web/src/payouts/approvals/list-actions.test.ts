import { expect, test } from 'vitest'
import { listActions } from './withdrawal-actions.tsx'

test('a pending withdrawal can be approved or rejected', () => {
  expect(listActions({ status: 'pending', payoutState: null })).toEqual(['approve', 'reject'])
})

test('a payout that may have been paid can only be marked as paid', () => {
  expect(listActions({ status: 'approved', payoutState: 'unknown' })).toEqual(['pay'])
})

test('a payout that needs review can be retried, marked as paid or rejected', () => {
  expect(listActions({ status: 'approved', payoutState: 'needs_review' })).toEqual(['retry', 'pay', 'reject'])
})

test('an approval can be undone until the payout starts', () => {
  expect(listActions({ status: 'approved', payoutState: 'manual' })).toEqual(['pay', 'reject', 'undo'])
  expect(listActions({ status: 'approved', payoutState: 'queued' })).toEqual(['undo'])
})

test('a queued payout of a restored backup can be marked as paid', () => {
  const holds = [{ reason: 'restored' as const }]
  expect(listActions({ status: 'approved', payoutState: 'queued', holds })).toEqual(['pay', 'undo'])
})

test.each(['sending', 'sent'] as const)('a payout that is %s has no actions', (payoutState) => {
  expect(listActions({ status: 'approved', payoutState })).toEqual([])
})

test('money that was paid can come back or arrive twice, and what was rejected can arrive after all', () => {
  expect(listActions({ status: 'paid', payoutState: 'paid' })).toEqual(['returned', 'duplicate'])
  expect(listActions({ status: 'rejected', payoutState: null })).toEqual(['late'])
  expect(listActions({ status: 'rejected', payoutState: 'failed' })).toEqual(['late'])
  expect(listActions({ status: 'rejected', payoutState: 'returned' })).toEqual([])
})
