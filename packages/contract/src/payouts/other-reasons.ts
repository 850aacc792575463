import type { ReviewReason, Withdrawal } from '../wallet/wallet.ts'
import type { HoldReason } from './holds.ts'

/** What a hold says as well, and more exactly. */
const SAID_BY: Partial<Record<ReviewReason, readonly HoldReason[]>> = {
  'new-number': ['first-payout', 'new-destination'],
  'new-bank-account': ['first-payout', 'new-destination'],
  'new-paypal': ['first-payout', 'new-destination'],
  'recently-changed-destination': ['new-destination'],
}

/** List why a withdrawal should be checked, without what one of its holds says: the score counts them all. */
export function listOtherReasons({
  reviewReasons,
  holds,
}: {
  reviewReasons: Withdrawal['reviewReasons']
  holds: readonly { reason: HoldReason }[]
}): ReviewReason[] {
  const said = new Set(holds.map(({ reason }) => reason))
  return reviewReasons.filter((reason) => !SAID_BY[reason]?.some((hold) => said.has(hold)))
}
