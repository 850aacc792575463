import type { Trx } from '@chuma/db/client'
import {
  type AttemptRef,
  type LockedAttempt,
  lockAttempt,
  lockWithAttempt,
} from '@chuma/db/queries/payouts/payout-attempts'
import type { LockedWithdrawal, WithdrawalRef } from '@chuma/db/queries/payouts/payouts'

export type LockedPayout = {
  ref: WithdrawalRef
  withdrawal: LockedWithdrawal
  attempt: LockedAttempt | undefined
}

/**
 * Lock the wallet, the withdrawal and its newest attempt. Always in this order, so that concurrent decisions wait for each
 * other and cannot deadlock.
 */
export async function lockPayout(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<LockedPayout> {
  const ref = { memberId, withdrawalId }
  const { withdrawal, attempt } = await lockWithAttempt(trx, ref)
  return { ref, withdrawal, attempt: attempt ?? undefined }
}

/** Lock the attempt that a message names. It is nearly always the newest, which `lockPayout` has locked. */
export async function lockNamed(
  trx: Trx,
  ref: AttemptRef,
  last: LockedAttempt | undefined,
): Promise<LockedAttempt> {
  return last?.attemptNo === ref.attemptNo ? last : lockAttempt(trx, ref)
}
