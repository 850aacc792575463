import { readOpenHolds } from '@chuma/db/queries/payouts/holds'
import { findWithdrawalNews, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { findPayoutDestination } from '@chuma/db/queries/wallet/withdrawals'
import { tellOfPaid } from '@chuma/db/queries/webhooks/webhooks'
import { createSecurityLink, maskEmail } from '../auth/security.ts'
import type { Deps } from '../deps.ts'
import { openWithdrawal } from './details.ts'

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
  await deps.mail('sendPayoutNumberAdded', { to: email, ...news, ...link, destination, isHeld })
}

/** Mask a number: its owner recognises it, but the mailbox does not contain it. */
function maskEnd(number: string): string {
  return `••• ${number.slice(-3)}`
}

/**
 * Job: tell webhooks that a withdrawal was paid, and mail the member how it ended, unless they turned these mails off, or what became of the money after that, which
 * they always learn.
 */
export async function sendWithdrawalNews(deps: Deps, ref: WithdrawalRef): Promise<void> {
  if ((await deps.wantedEvents()).has('withdrawal.paid'))
    await deps.db.transaction().execute((trx) => tellOfPaid(trx, ref))
  const found = await findWithdrawalNews(deps.db, ref)
  if (!found) return
  const { email: to, firstName, status, points, amountKes, taxKes, adminComment, receipt } = found
  const news = { to, firstName, amountKes, points }
  const { kind, movedPoints, movedKes } = found
  if (kind !== null && movedPoints !== null && movedKes !== null) {
    const note = kind === 'returned' ? (adminComment ?? '') : ''
    return deps.mail('sendPayoutCorrected', { ...news, amountKes: movedKes, points: movedPoints, kind, note })
  }
  if (status === 'paid') await deps.mail('sendWithdrawalPaid', { ...news, taxKes, receipt: receipt ?? '' })
  if (status === 'rejected')
    await deps.mail('sendWithdrawalRejected', { ...news, reason: adminComment ?? '' })
}

/** Job: tell a member that more tax is withheld than they were told when they asked, unless they turned mails about withdrawals off. */
export async function sendTaxChanged(
  { db, mail }: Deps,
  { announcedKes, ...ref }: WithdrawalRef & { announcedKes: number },
): Promise<void> {
  const found = await findWithdrawalNews(db, ref)
  if (!found) return
  const { email: to, firstName, amountKes, taxKes } = found
  await mail('sendTaxChanged', { to, firstName, amountKes, announcedKes, taxKes })
}
