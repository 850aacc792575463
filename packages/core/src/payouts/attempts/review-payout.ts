import type { Trx } from '@chuma/db/client'
import type { LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { Mover } from '../../state-machine.ts'
import { movePayout } from '../move-payout.ts'
import type { LockedPayout } from './lock-payout.ts'

type Reason = { by: Mover; resultCode?: string; resultDescription: string; receipt?: string }

/** Give an open attempt to a person. The points stay held, and only they or a later proof settle it. */
export function reviewPayout(
  trx: Trx,
  payout: LockedPayout & { attempt: LockedAttempt },
  reason: Reason,
): Promise<void> {
  return movePayout(trx, payout, {
    ...reason,
    to: 'needs_review',
    nextCheckInSeconds: null,
  })
}
