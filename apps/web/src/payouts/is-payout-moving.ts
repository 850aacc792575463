import type { Withdrawal } from '@chuma/contract/wallet/wallet'

/** The payout is in the machine's hands and may be settled at any moment, without anybody's doing. */
export function isPayoutMoving({ status, payoutState }: Pick<Withdrawal, 'status' | 'payoutState'>): boolean {
  switch (payoutState) {
    case 'queued':
    case 'sending':
    case 'sent':
    case 'unknown':
      return status === 'approved'
    default:
      return false
  }
}
