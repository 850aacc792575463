import type { Trx } from '@chuma/db/client'
import { bookEntry } from '../../books/journal/book-entry.ts'

type Money = {
  receiptId: string
  partnerId: string
  reference: string
  day: string
  amountCents: number
  kesCents: number
  chargeKesCents: number
}

/**
 * Book a receipt in the journal, or take it back: money at the bank and its charge in KES, less of the debt in USD. The account of exchange
 * differences holds both sides; profit and loss values its dollars at the rate that the receipt keeps.
 */
export function bookMoney(trx: Trx, receipt: Money, { isBack = false } = {}): Promise<void> {
  const { receiptId, partnerId, reference, day, amountCents, kesCents, chargeKesCents } = receipt
  const sign = isBack ? -1 : 1
  return bookEntry(trx, {
    sourceKey: `partner-receipt${isBack ? '-cancelled' : ''}:${receiptId}`,
    kind: 'partner-received',
    // Cancelled: on the day of the decision.
    ...(!isBack && { day }),
    description: `${isBack ? 'Cancelled partner payment' : 'Partner payment'} ${reference}`,
    partnerId,
    lines: [
      { account: 'bank', currency: 'KES', minor: sign * kesCents },
      { account: 'payout-charges', currency: 'KES', minor: sign * chargeKesCents },
      { account: 'fx-difference', currency: 'KES', minor: -sign * (kesCents + chargeKesCents) },
      { account: 'fx-difference', currency: 'USD', minor: sign * amountCents },
      { account: 'partner-receivables', currency: 'USD', minor: -sign * amountCents },
    ],
  })
}
