import { readOpenHolds } from '@chuma/db/queries/payouts/holds'
import { findPayoutDestination } from '@chuma/db/queries/wallet/withdrawals'
import { maskEmail } from '../account/mask-email.ts'
import { createSecurityLink } from '../auth/security/create-security-link.ts'
import type { Deps } from '../deps.ts'
import { openWithdrawal } from '../payouts/details/seal-account.ts'

type NewDestination = { memberId: string; withdrawalId: string; email: string }

/**
 * Job: tell a member that a withdrawal to a new number or account was requested, at the address of that moment. Not
 * optional.
 */
export async function sendPayoutNumberAdded(deps: Deps, { email, ...ref }: NewDestination): Promise<void> {
  const found = await findPayoutDestination(deps.db, ref)
  if (!found) return
  const { id: _, requestedAt: since, ...opened } = openWithdrawal(deps, found)
  const { mpesaNumber, bankName, accountNumber, paypalEmail, ...news } = opened
  const destination =
    (mpesaNumber && maskEnd(mpesaNumber)) ??
    (paypalEmail && maskEmail(paypalEmail)) ??
    [bankName, accountNumber && maskEnd(accountNumber)].filter(Boolean).join(', ')
  const { memberId } = ref
  const link = await createSecurityLink(deps, { memberId, purpose: 'secure-account', email, since })
  if (!link) return
  const listed = { id: ref.withdrawalId, userId: ref.memberId, status: 'pending' }
  const isHeld = (await readOpenHolds(deps.db, [listed])).size > 0
  await deps.mail.sendPayoutNumberAdded({ to: email, ...news, ...link, destination, isHeld })
}

/** Mask a number: its owner recognises it, but the mailbox does not contain it. */
function maskEnd(number: string): string {
  return `••• ${number.slice(-3)}`
}
