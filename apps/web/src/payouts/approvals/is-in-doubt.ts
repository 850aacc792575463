import type { Withdrawal } from '@chuma/contract/wallet/wallet'

/** It was handed to M-Pesa and nothing proves what became of it: whoever settles it by hand has to look first. */
export function isInDoubt({ payoutState }: Pick<Withdrawal, 'payoutState'>): boolean {
  return payoutState === 'unknown' || payoutState === 'needs_review'
}
