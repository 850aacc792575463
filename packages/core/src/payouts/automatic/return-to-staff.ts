import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertJobUnlessWaiting } from '@chuma/db/queries/jobs'
import { type LockedAttempt, wasEverSent } from '@chuma/db/queries/payouts/payout-attempts'
import { barDecision } from '@chuma/db/queries/payouts/payout-decisions'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { giveUpAttempt } from '../attempts/apply-payout-result.ts'
import type { LockedPayout } from '../attempts/payouts.ts'
import { moveWithdrawal } from '../move-payout.ts'

/** Take back what the rule approved, before it is sent: the switch is thrown. A person decides it, now and later. */
export async function returnToStaff(trx: Trx, payout: LockedPayout & { attempt: LockedAttempt }) {
  const { ref } = payout
  const isTried = await wasEverSent(trx, ref)
  const resultDescription = 'Auto-approval is stopped'
  await giveUpAttempt(trx, payout, { by: 'worker', resultDescription })
  await moveWithdrawal(trx, payout, { to: isTried ? 'needs_review' : 'pending', by: 'worker' })
  await barDecision(trx, ref)
  await insertAuditEntry(trx, {
    actor: 'system',
    action: 'withdrawal.approval-undone',
    subject: `withdrawal:${ref.withdrawalId}`,
    before: { status: 'approved', payoutState: 'queued' },
    after: isTried
      ? { status: 'approved', payoutState: 'needs_review' }
      : { status: 'pending', payoutState: null },
    reason: resultDescription,
    address: null,
  })
}

/** Let the owner's rule look at a pending withdrawal once this transaction has committed. */
export async function askRule(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  { automaticPayout }: Pick<Economy, 'automaticPayout'>,
): Promise<void> {
  if (automaticPayout === 'off') return
  await insertJobUnlessWaiting(trx, 'decide-payout', { memberId, withdrawalId })
}
