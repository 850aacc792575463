import type { Withdrawal } from '@chuma/contract/wallet'

/** The payout is in the machine's hands: nobody may pay or reject it until it comes to rest. */
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
