import type { Trx } from '@chuma/db/client'
import { type AttemptRef, updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { updateWithdrawal } from '@chuma/db/queries/payouts/payouts'

type Reason = { resultCode?: string; resultDescription: string; receipt?: string }

/** Gives an open attempt to a person. The points stay held, and only he or a later proof settles it. */
export async function reviewPayout(trx: Trx, ref: AttemptRef, reason: Reason): Promise<void> {
  await updateAttempt(trx, ref, {
    ...reason,
    state: 'needs_review',
    leaseSeconds: null,
    nextCheckInSeconds: null,
  })
  await updateWithdrawal(trx, ref, { payoutState: 'needs_review' })
}
