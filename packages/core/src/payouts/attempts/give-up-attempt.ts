import type { Trx } from '@chuma/db/client'
import type { LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Mover } from '../../state-machine.ts'
import { moveAttempt } from '../move-payout.ts'

type Reason = { by: Mover; resultDescription: string }

/**
 * Give up an attempt that waits to be sent. One that the provider was too busy for may have been taken all the same: a person has to
 * find out before anyone pays again (docs/decisions/0011).
 */
export function giveUpAttempt(
  trx: Trx,
  { ref, attempt }: { ref: WithdrawalRef; attempt: LockedAttempt },
  reason: Reason,
): Promise<void> {
  const to = attempt.wasAsked ? 'needs_review' : 'not_sent'
  return moveAttempt(trx, { ref, attempt }, { ...reason, to, nextCheckInSeconds: null })
}
