import { expect, test } from 'vitest'
import { listActions } from './list-actions.ts'

test('what nobody decided on yet is approved or rejected', () => {
  expect(listActions({ status: 'pending', payoutState: null })).toEqual(['approve', 'reject'])
})

test('what may have been paid can only be marked as paid', () => {
  expect(listActions({ status: 'approved', payoutState: 'unknown' })).toEqual(['pay'])
})

test('what needs a person can be tried again, paid or rejected', () => {
  expect(listActions({ status: 'approved', payoutState: 'needs_review' })).toEqual(['retry', 'pay', 'reject'])
})

test('an approval can be taken back while nobody has begun to send it', () => {
  expect(listActions({ status: 'approved', payoutState: 'manual' })).toEqual(['pay', 'reject', 'undo'])
  expect(listActions({ status: 'approved', payoutState: 'queued' })).toEqual(['undo'])
})

test.each(['sending', 'sent'] as const)('a payout that is %s is left alone', (payoutState) => {
  expect(listActions({ status: 'approved', payoutState })).toEqual([])
})

test.each(['paid', 'rejected'] as const)('what was %s stays so', (status) => {
  expect(listActions({ status, payoutState: 'needs_review' })).toEqual([])
})
