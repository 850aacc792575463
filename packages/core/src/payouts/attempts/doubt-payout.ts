import type { Trx } from '@chuma/db/client'
import { insertJob } from '@chuma/db/queries/jobs'
import { canMove } from '../../state-machine.ts'
import type { CallbackOutcome, SpokenPayout } from '../../wallet/spoken-payout.ts'
import { movePayout } from '../move-payout.ts'
import { attemptMachine } from '../transitions.ts'

/** Record an inconclusive message of the provider: the result is unknown, even if we thought nothing was sent yet. */
export async function doubtPayout(
  trx: Trx,
  payout: SpokenPayout,
  outcome: CallbackOutcome,
): Promise<CallbackOutcome> {
  const { ref, attempt } = payout
  const { memberId, withdrawalId } = ref
  const move = { to: 'unknown', by: 'provider' } as const
  if (canMove(attemptMachine, { from: attempt.state, ...move })) {
    await movePayout(trx, payout, move)
  } else if (attempt.state !== 'unknown') {
    return { ...outcome, detail: `${outcome.detail} (came when it was ${attempt.state})`.trim() }
  }
  await insertJob(trx, 'check-payout', { memberId, withdrawalId })
  return outcome
}
