import type { AttemptRef, LockedAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import type { LockedWithdrawal } from '@chuma/db/queries/payouts/payouts'

/** `attempt`: the one that the message is about; `last`: the newest of its withdrawal. Mostly the same. */
export type SpokenPayout = {
  ref: AttemptRef
  withdrawal: LockedWithdrawal
  attempt: LockedAttempt
  last: LockedAttempt | undefined
}
/** What is stored with the callback. */
export type CallbackOutcome = { outcome: string; detail: string }
