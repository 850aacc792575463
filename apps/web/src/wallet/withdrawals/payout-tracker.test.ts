import { expect, test } from 'vitest'
import { findProgress } from './payout-tracker.tsx'

test.each([
  ['pending', null, 1, false],
  ['approved', 'manual', 2, false],
  ['approved', 'queued', 2, false],
  ['approved', 'sending', 2, false],
  ['approved', 'unknown', 2, false],
  ['approved', 'needs_review', 2, false],
  ['approved', 'sent', 3, false],
  ['paid', 'paid', 4, false],
  ['rejected', null, 1, true],
  ['rejected', 'failed', 1, true],
  ['rejected', 'cancelled', 1, true],
  ['rejected', 'returned', 3, true],
] as const)(
  'a %s withdrawal whose payout is %s has %i steps done',
  (status, payoutState, done, isStopped) => {
    expect(findProgress({ status, payoutState })).toEqual({ done, isStopped })
  },
)
