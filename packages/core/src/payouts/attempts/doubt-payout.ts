import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { updateAttempt } from '@chuma/db/queries/payouts/payout-attempts'
import { updateWithdrawal } from '@chuma/db/queries/payouts/payouts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'

/** The provider spoke without proving anything: the outcome is unknown, also where we thought nothing was sent yet. */
export async function doubtPayout(
  trx: Trx,
  { ref, attempt }: SpokenPayout,
  outcome: CallbackOutcome,
): Promise<CallbackOutcome> {
  const { memberId, withdrawalId } = ref
  if (attempt.state === 'prepared' || attempt.state === 'sending' || attempt.state === 'sent') {
    await updateAttempt(trx, ref, { state: 'unknown', leaseSeconds: null })
    await updateWithdrawal(trx, ref, { payoutState: 'unknown' })
  } else if (attempt.state !== 'unknown') {
    return { ...outcome, detail: `${outcome.detail} (came when it was ${attempt.state})`.trim() }
  }
  await insertJob(trx, 'check-payout', { memberId, withdrawalId })
  return outcome
}
