import type { Trx } from '@chuma/db/client'
import type { PaymentRef } from '@chuma/db/queries/premium/premium-payments'
import { bookEntry } from './book-entry.ts'

/** Book that a member paid for premium. The statement's row moves it from the clearing account to the one that has the money. */
export function bookPremium(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { amountKes }: { amountKes: number },
): Promise<void> {
  return bookEntry(trx, {
    sourceKey: `premium-paid:${paymentId}`,
    kind: 'premium-paid',
    description: 'Premium paid',
    memberId,
    lines: [
      { account: 'cash-clearing', currency: 'KES', minor: amountKes * 100 },
      { account: 'premium-revenue', currency: 'KES', minor: -amountKes * 100 },
    ],
  })
}
