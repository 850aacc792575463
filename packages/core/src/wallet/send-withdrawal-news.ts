import { getWithdrawalNews, type WithdrawalRef } from '@chuma/db/queries/payouts'
import type { Deps } from '../deps.ts'

/** Mails the member how his withdrawal ended. Repeated by its job until the transport takes the mail. */
export async function sendWithdrawalNews(deps: Deps, ref: WithdrawalRef): Promise<void> {
  const { email, status, adminComment, receipt, ...rest } = await getWithdrawalNews(deps.db, ref)
  const news = { to: email, firstName: rest.firstName, amountKes: rest.amountKes, points: rest.points }
  if (status === 'paid') await deps.mail.sendWithdrawalPaid({ ...news, receipt: receipt ?? '' })
  if (status === 'rejected') await deps.mail.sendWithdrawalRejected({ ...news, reason: adminComment ?? '' })
}
