import type { CorrectionKind } from '@chuma/contract/payouts/corrections'
import type { HoldReason } from '@chuma/contract/payouts/holds'
import type { Withdrawal } from '@chuma/contract/wallet/wallet'

export type WithdrawalAction = 'approve' | 'retry' | 'pay' | 'reject' | 'undo' | CorrectionKind

/**
 * List the actions that staff may take on a withdrawal. Once its payout has started there are none; after its end, what has become of
 * the money.
 */
export function listActions({
  status,
  payoutState,
  holds = [],
}: Pick<Withdrawal, 'status' | 'payoutState'> & {
  holds?: readonly { reason: HoldReason }[]
}): readonly WithdrawalAction[] {
  if (status === 'pending') return ['approve', 'reject']
  if (status === 'paid') return ['returned', 'duplicate']
  if (status === 'rejected') return payoutState === 'returned' || payoutState === 'cancelled' ? [] : ['late']
  if (status !== 'approved') return []
  switch (payoutState) {
    case 'manual':
      return ['pay', 'reject', 'undo']
    case 'queued':
      // A restored backup does not know that it was paid.
      return holds.some(({ reason }) => reason === 'restored') ? ['pay', 'undo'] : ['undo']
    case 'needs_review':
      return ['retry', 'pay', 'reject']
    // It may have been paid, so its points cannot be returned; a receipt settles it.
    case 'unknown':
      return ['pay']
    default:
      return []
  }
}
