import type { AttemptRef, LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { LockedWithdrawal } from '@chuma/db/queries/payouts/payouts'

/** `attempt` is the one spoken of, `last` the newest of its withdrawal: mostly the same one. */
export type SpokenPayout = {
  ref: AttemptRef
  withdrawal: LockedWithdrawal
  attempt: LockedAttempt
  last: LockedAttempt | undefined
}
/** What is kept beside the call-back. */
export type CallbackOutcome = { outcome: string; detail: string }
