import { findCorrection } from '@chuma/db/queries/payouts/corrections'
import { findWithdrawalNews, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../deps.ts'

/**
 * Job: mail a member how their withdrawal ended, unless they turned these mails off, or what became of the money after that, which
 * they always learn.
 */
export async function sendWithdrawalNews(deps: Deps, ref: WithdrawalRef): Promise<void> {
  const found = await findWithdrawalNews(deps.db, ref)
  if (!found) return
  const { email, status, adminComment, receipt, taxKes, ...rest } = found
  const news = { to: email, firstName: rest.firstName, amountKes: rest.amountKes, points: rest.points }
  const correction = await findCorrection(deps.db, ref)
  if (correction) {
    const { kind, points, amountKes } = correction
    const note = kind === 'returned' ? (adminComment ?? '') : ''
    return deps.mail.sendPayoutCorrected({ ...news, amountKes, points, kind, note })
  }
  if (status === 'paid') await deps.mail.sendWithdrawalPaid({ ...news, taxKes, receipt: receipt ?? '' })
  if (status === 'rejected') await deps.mail.sendWithdrawalRejected({ ...news, reason: adminComment ?? '' })
}
