import { findWithdrawalNews, type WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { Deps } from '../../deps.ts'

/** Job: tell a member that more tax is withheld than they were told when they asked, unless they turned mails about withdrawals off. */
export async function sendTaxChanged(
  { db, mail }: Deps,
  { announcedKes, ...ref }: WithdrawalRef & { announcedKes: number },
): Promise<void> {
  const found = await findWithdrawalNews(db, ref)
  if (!found) return
  const { email: to, firstName, amountKes, taxKes } = found
  await mail.sendTaxChanged({ to, firstName, amountKes, announcedKes, taxKes })
}
