import type { Withdrawal } from '@chuma/contract/wallet/wallet'

/**
 * Whether a payout was handed to M-Pesa without proof of its outcome: staff must check before they settle it by hand.
 */
export function isInDoubt({ payoutState }: Pick<Withdrawal, 'payoutState'>): boolean {
  return payoutState === 'unknown' || payoutState === 'needs_review'
}
