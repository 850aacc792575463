import { findPayoutDestination } from '@chuma/db/queries/wallet/withdrawals'
import { maskEmail } from '../account/mask-email.ts'
import type { Deps } from '../deps.ts'

type NewDestination = { memberId: string; withdrawalId: string; email: string }

/**
 * Job: tells a member, always, that money was asked for to a number or an account that he never used. To the address that
 * he had when it was.
 */
export async function sendPayoutNumberAdded(deps: Deps, { email, ...ref }: NewDestination): Promise<void> {
  const found = await findPayoutDestination(deps.db, ref)
  if (!found) return
  const { mpesaNumber, bankName, accountNumber, paypalEmail, ...news } = found
  const destination =
    (mpesaNumber && maskEnd(mpesaNumber)) ??
    (paypalEmail && maskEmail(paypalEmail)) ??
    `${bankName}, ${maskEnd(accountNumber ?? '')}`
  await deps.mail.sendPayoutNumberAdded({ to: email, ...news, destination })
}

/** Enough for its owner to know it, and no more than a mailbox should hold. */
function maskEnd(number: string): string {
  return `••• ${number.slice(-3)}`
}
