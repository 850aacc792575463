import type { Trx } from '@chuma/db/client'
import { findOpenPause, lockPayoutsOf } from '@chuma/db/queries/payouts/payout-pauses'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { tellOwners } from '../../admin/mailboxes/tell-owners.ts'
import { pauseLocked } from './pause-payouts.ts'

/** What the member reads. */
const REASONS = {
  paid: 'The payment provider now says that a payment of yours arrived which it had told us was not made. We are asking it what is true, and will book the payment or lift this pause. You need not do anything.',
  failed:
    'The payment provider now says that a payment of yours was not made which it had told us was paid. We are asking it what is true, and will give the points back or lift this pause. You need not do anything.',
} as const

/**
 * Pause the payouts of a member about whose payment the provider contradicts itself, and tell the member and the owners. The caller has
 * locked the wallet. A pause that is in force stays.
 */
export async function pauseBecause(
  trx: Trx,
  { memberId, withdrawalId }: WithdrawalRef,
  said: keyof typeof REASONS,
): Promise<void> {
  const at = new Date().toISOString()
  const subject = `withdrawal:${withdrawalId}`
  await tellOwners(trx, { action: 'payout.contradiction', actor: 'system', subject, address: null, at })
  const member = await lockPayoutsOf(trx, memberId)
  if (!member || (await findOpenPause(trx, memberId))) return
  const actor = { name: 'system', address: null }
  await pauseLocked(trx, actor, { memberId, reason: REASONS[said], email: member.email })
}
